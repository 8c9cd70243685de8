// promise: api
/**
 * The API does not change unannounced: the declarations of the package are those of tests/js/api.txt. Where they
 * are meant to change, CHANGELOG.md says so and
 * `node --test --test-update-snapshots tests/js/api.test.ts` writes the file anew.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-5.9';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, string | { types: string }>;
};

/** The names that each entry exports, then the declarations that these are made of, each on a line. */
function report(): string {
  const entries = Object.entries(exports).flatMap(([name, target]) =>
    typeof target === 'string' ? [] : [{ name, file: join(root, target.types) }],
  );
  const options = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    noLib: true,
    types: [],
  };
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    options,
  );
  const checker = program.getTypeChecker();
  const lines: string[] = [];
  const reached = new Set<ts.Statement>();
  const reach = (symbol: ts.Symbol | undefined): void => {
    if (symbol === undefined) return;
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of target.declarations ?? []) {
      const statement = ts.findAncestor(
        declaration,
        ({ parent }) => parent && ts.isSourceFile(parent),
      );
      if (statement !== undefined) follow(statement as ts.Statement);
    }
  };
  const follow = (statement: ts.Statement): void => {
    if (reached.has(statement)) return;
    reached.add(statement);
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) reach(checker.getSymbolAtLocation(node));
      ts.forEachChild(node, visit);
    };
    visit(statement);
  };
  for (const { name, file } of entries) {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is no module`);
    const symbols = checker.getExportsOfModule(module);
    lines.push(
      `${name}: ${symbols
        .map((symbol) => symbol.name)
        .sort()
        .join(' ')}`,
    );
    symbols.forEach(reach);
  }
  const printer = ts.createPrinter({ removeComments: true });
  const declarations = [...reached].map((statement) =>
    printer
      .printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile())
      .replace(/\s+/g, ' '),
  );
  return `${[...lines, '', ...declarations.sort()].join('\n')}\n`;
}

it('the declarations of the package are those that were recorded', (context) => {
  context.assert.fileSnapshot(report(), join(root, 'tests/js/api.txt'), { serializers: [String] });
});
