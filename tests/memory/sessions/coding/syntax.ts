/**
 * Source code of seven languages from one description of it. Decides how a function, a type, a constant
 * and an import are written; refuses to know what they do.
 */
import type { Style } from './vocabulary.ts';

export type Statement =
  | { readonly is: 'let'; name: string; fn: string; args: readonly string[] }
  | { readonly is: 'guard'; name: string; result: string }
  | { readonly is: 'loop'; item: string; list: string; body: Statement[] }
  | { readonly is: 'when'; left: string; op: string; right: string; body: Statement[] }
  | { readonly is: 'set'; name: string; op: string; value: string }
  | { readonly is: 'raise'; error: string; message: string }
  | {
      readonly is: 'log';
      level: 'debug' | 'info' | 'warn' | 'error';
      message: string;
      name: string;
    }
  | { readonly is: 'note'; text: string }
  | { readonly is: 'give'; value: string };

export interface Fn {
  name: string;
  readonly params: string[];
  body: Statement[];
  doc: string;
}

export interface Constant {
  readonly name: string;
  value: string;
}

export interface Type {
  readonly name: string;
  readonly fields: readonly {
    readonly name: string;
    readonly kind: 'text' | 'number' | 'flag' | 'list';
  }[];
}

export interface Import {
  name: string;
  /** The module's path. */
  from: string;
}

export interface Module {
  path: string;
  head: string;
  imports: Import[];
  constants: Constant[];
  types: Type[];
  fns: Fn[];
}

export interface Syntax {
  readonly id: 'typescript' | 'python' | 'rust' | 'go' | 'java' | 'cpp' | 'ruby';
  readonly extension: string;
  readonly names: {
    readonly fn: Style;
    readonly type: Style;
    readonly constant: Style;
    readonly file: Style;
  };
  readonly fence: string;
  comment(text: string): string;
  import(one: Import, own: string): string;
  constant(one: Constant): string;
  type(one: Type): string[];
  fn(one: Fn): string[];
  /** What stands before the imports, after them, and at the end, such as a class. */
  frame?(module: Module): readonly [string[], string[], string[]];
}

interface Forms {
  readonly indent: string;
  readonly end: string;
  let(name: string, fn: string, args: string): string;
  guard(name: string, result: string): string;
  loop(item: string, list: string): string;
  when(condition: string): string;
  set(name: string, op: string, value: string): string;
  raise(error: string, message: string): string;
  log(level: string, message: string, name: string): string;
  note(text: string): string;
  give(value: string): string;
}

function lines(forms: Forms, body: readonly Statement[], depth: number): string[] {
  const space = forms.indent.repeat(depth);
  const out: string[] = [];
  const put = (text: string) => {
    for (const line of text.split('\n')) out.push(space + line);
  };
  const nested = (open: string, inner: readonly Statement[]) => {
    put(open);
    out.push(...lines(forms, inner, depth + 1));
    if (forms.end !== '') put(forms.end);
  };
  for (const s of body) {
    switch (s.is) {
      case 'let':
        put(forms.let(s.name, s.fn, s.args.join(', ')));
        break;
      case 'guard':
        put(forms.guard(s.name, s.result));
        break;
      case 'loop':
        nested(forms.loop(s.item, s.list), s.body);
        break;
      case 'when':
        nested(forms.when(`${s.left} ${s.op} ${s.right}`), s.body);
        break;
      case 'set':
        put(forms.set(s.name, s.op, s.value));
        break;
      case 'raise':
        put(forms.raise(s.error, s.message));
        break;
      case 'log':
        put(forms.log(s.level, s.message, s.name));
        break;
      case 'note':
        put(forms.note(s.text));
        break;
      default:
        put(forms.give(s.value));
    }
  }
  return out;
}

const stem = (path: string): string => path.replace(/\.\w+$/, '');
const base = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** `from` as seen from the folder of `own`. */
export function relative(own: string, from: string): string {
  const a = own.split('/').slice(0, -1);
  const b = from.split('/');
  let same = 0;
  while (same < a.length && same < b.length - 1 && a[same] === b[same]) same += 1;
  const up = '../'.repeat(a.length - same);
  return (up === '' ? './' : up) + b.slice(same).join('/');
}

const kinds = {
  typescript: { text: 'string', number: 'number', flag: 'boolean', list: 'string[]' },
  python: { text: 'str', number: 'float', flag: 'bool', list: 'list[str]' },
  rust: { text: 'String', number: 'u64', flag: 'bool', list: 'Vec<String>' },
  go: { text: 'string', number: 'int64', flag: 'bool', list: '[]string' },
  java: { text: 'String', number: 'long', flag: 'boolean', list: 'List<String>' },
  cpp: {
    text: 'std::string',
    number: 'std::int64_t',
    flag: 'bool',
    list: 'std::vector<std::string>',
  },
} as const;

const ts: Forms = {
  indent: '  ',
  end: '}',
  let: (n, f, a) => `const ${n} = ${f}(${a});`,
  guard: (n, r) => `if (!${n}) return ${r};`,
  loop: (i, l) => `for (const ${i} of ${l}) {`,
  when: (c) => `if (${c}) {`,
  set: (n, o, v) => `${n} ${o} ${v};`,
  raise: (e, m) => `throw new ${e}('${m}');`,
  log: (l, m, n) => `logger.${l}('${m}', { ${n} });`,
  note: (t) => `// ${t}`,
  give: (v) => `return ${v};`,
};

const typescript: Syntax = {
  id: 'typescript',
  extension: 'ts',
  names: { fn: 'camel', type: 'pascal', constant: 'upper', file: 'kebab' },
  fence: 'ts',
  comment: ts.note,
  import: ({ name, from }, own) => `import { ${name} } from '${relative(own, stem(from))}.js';`,
  constant: ({ name, value }) => `export const ${name} = ${value};`,
  type: ({ name, fields }) => [
    `export interface ${name} {`,
    ...fields.map((f) => `  ${f.name}: ${kinds.typescript[f.kind]};`),
    '}',
  ],
  fn: ({ name, params, body, doc }) => [
    ...(doc === '' ? [] : [`/** ${doc} */`]),
    `export function ${name}(${params.map((p) => `${p}: ${p.endsWith('s') ? 'readonly string[]' : 'number'}`).join(', ')}) {`,
    ...lines(ts, body, 1),
    '}',
  ],
};

const py: Forms = {
  indent: '    ',
  end: '',
  let: (n, f, a) => `${n} = ${f}(${a})`,
  guard: (n, r) => `if not ${n}:\n    return ${r}`,
  loop: (i, l) => `for ${i} in ${l}:`,
  when: (c) => `if ${c.replace('===', '==').replace('!==', '!=').replace('&&', 'and')}:`,
  set: (n, o, v) => `${n} ${o} ${v}`,
  raise: (e, m) => `raise ${e}("${m}")`,
  log: (l, m, n) => `log.${l === 'warn' ? 'warning' : l}("${m}: %s", ${n})`,
  note: (t) => `# ${t}`,
  give: (v) => `return ${v}`,
};

const python: Syntax = {
  id: 'python',
  extension: 'py',
  names: { fn: 'snake', type: 'pascal', constant: 'upper', file: 'snake' },
  fence: 'python',
  comment: py.note,
  import: ({ name, from }) =>
    `from ${stem(from)
      .replace(/^src\//, '')
      .replaceAll('/', '.')} import ${name}`,
  constant: ({ name, value }) => `${name} = ${value}`,
  type: ({ name, fields }) => [
    '@dataclass(slots=True)',
    `class ${name}:`,
    ...fields.map((f) => `    ${f.name}: ${kinds.python[f.kind]}`),
  ],
  fn: ({ name, params, body, doc }) => [
    `def ${name}(${params.join(', ')}):`,
    ...(doc === '' ? [] : [`    """${doc}"""`]),
    ...lines(py, body, 1),
  ],
};

const rs: Forms = {
  indent: '    ',
  end: '}',
  let: (n, f, a) => `let ${n} = ${f}(${a})?;`,
  guard: (n, r) => `if ${n}.is_empty() {\n    return Ok(${r});\n}`,
  loop: (i, l) => `for ${i} in ${l}.iter() {`,
  when: (c) => `if ${c.replace('===', '==').replace('!==', '!=')} {`,
  set: (n, o, v) => `${n} ${o} ${v};`,
  raise: (e, m) => `return Err(${e}::new("${m}"));`,
  log: (l, m, n) => `tracing::${l}!(?${n}, "${m}");`,
  note: (t) => `// ${t}`,
  give: (v) => `Ok(${v})`,
};

const rust: Syntax = {
  id: 'rust',
  extension: 'rs',
  names: { fn: 'snake', type: 'pascal', constant: 'upper', file: 'snake' },
  fence: 'rust',
  comment: rs.note,
  import: ({ name, from }) =>
    `use crate::${stem(from)
      .replace(/^(?:.*\/)?src\//, '')
      .replaceAll('/', '::')}::${name};`,
  constant: ({ name, value }) => `pub const ${name}: u64 = ${value};`,
  type: ({ name, fields }) => [
    '#[derive(Debug, Clone, PartialEq)]',
    `pub struct ${name} {`,
    ...fields.map((f) => `    pub ${f.name}: ${kinds.rust[f.kind]},`),
    '}',
  ],
  fn: ({ name, params, body, doc }) => [
    ...(doc === '' ? [] : [`/// ${doc}`]),
    `pub fn ${name}(${params.map((p) => `${p}: ${p.endsWith('s') ? '&[u64]' : 'u64'}`).join(', ')}) -> Result<u64, Error> {`,
    ...lines(rs, body, 1),
    '}',
  ],
};

const goForms: Forms = {
  indent: '\t',
  end: '}',
  let: (n, f, a) =>
    `${n}, err := ${f}(${a})\nif err != nil {\n\treturn 0, fmt.Errorf("${f}: %w", err)\n}`,
  guard: (n, r) => `if len(${n}) == 0 {\n\treturn ${r}, nil\n}`,
  loop: (i, l) => `for _, ${i} := range ${l} {`,
  when: (c) => `if ${c.replace('===', '==').replace('!==', '!=')} {`,
  set: (n, o, v) => `${n} ${o} ${v}`,
  raise: (e, m) => `return 0, &${e}{Reason: "${m}"}`,
  log: (l, m, n) => `slog.${l.charAt(0).toUpperCase()}${l.slice(1)}("${m}", "${n}", ${n})`,
  note: (t) => `// ${t}`,
  give: (v) => `return ${v}, nil`,
};

const go: Syntax = {
  id: 'go',
  extension: 'go',
  names: { fn: 'pascal', type: 'pascal', constant: 'camel', file: 'snake' },
  fence: 'go',
  comment: goForms.note,
  import: ({ from }) => `import "app.internal/${from.split('/').slice(0, -1).join('/')}"`,
  constant: ({ name, value }) => `const ${name} = ${value}`,
  type: ({ name, fields }) => [
    `type ${name} struct {`,
    ...fields.map(
      (f) => `\t${f.name.charAt(0).toUpperCase()}${f.name.slice(1)} ${kinds.go[f.kind]}`,
    ),
    '}',
  ],
  fn: ({ name, params, body, doc }) => [
    ...(doc === '' ? [] : [`// ${name}: ${doc}`]),
    `func ${name}(${params.map((p) => `${p} ${p.endsWith('s') ? '[]int64' : 'int64'}`).join(', ')}) (int64, error) {`,
    ...lines(goForms, body, 1),
    '}',
  ],
  frame: ({ path }) => [[`package ${path.split('/').at(-2) ?? 'main'}`, ''], [], []],
};

const javaForms: Forms = {
  indent: '    ',
  end: '}',
  let: (n, f, a) => `var ${n} = ${f}(${a});`,
  guard: (n, r) => `if (${n} == null) {\n    return ${r};\n}`,
  loop: (i, l) => `for (var ${i} : ${l}) {`,
  when: (c) => `if (${c.replace('===', '==').replace('!==', '!=')}) {`,
  set: (n, o, v) => `${n} ${o} ${v};`,
  raise: (e, m) => `throw new ${e}("${m}");`,
  log: (l, m, n) => `LOG.${l}("${m} {}", ${n});`,
  note: (t) => `// ${t}`,
  give: (v) => `return ${v};`,
};

const java: Syntax = {
  id: 'java',
  extension: 'java',
  names: { fn: 'camel', type: 'pascal', constant: 'upper', file: 'pascal' },
  fence: 'java',
  comment: javaForms.note,
  import: ({ name, from }) =>
    `import static ${stem(from)
      .replace(/^src\/main\/java\//, '')
      .replaceAll('/', '.')}.${name};`,
  constant: ({ name, value }) => `    static final long ${name} = ${value}L;`,
  type: ({ name, fields }) => [
    `    public record ${name}(${fields.map((f) => `${kinds.java[f.kind]} ${f.name}`).join(', ')}) {}`,
  ],
  fn: ({ name, params, body, doc }) => [
    ...(doc === '' ? [] : [`    /** ${doc} */`]),
    `    public static long ${name}(${params.map((p) => `${p.endsWith('s') ? 'List<Long>' : 'long'} ${p}`).join(', ')}) {`,
    ...lines(javaForms, body, 2),
    '    }',
  ],
  frame: ({ path }) => [[], [`public final class ${stem(base(path))} {`, ''], ['}']],
};

const cppForms: Forms = {
  indent: '  ',
  end: '}',
  let: (n, f, a) => `const auto ${n} = ${f}(${a});`,
  guard: (n, r) => `if (${n}.empty()) return ${r};`,
  loop: (i, l) => `for (const auto& ${i} : ${l}) {`,
  when: (c) => `if (${c.replace('===', '==').replace('!==', '!=')}) {`,
  set: (n, o, v) => `${n} ${o} ${v};`,
  raise: (e, m) => `throw ${e}{"${m}"};`,
  log: (l, m, n) => `spdlog::${l}("${m} {}", ${n});`,
  note: (t) => `// ${t}`,
  give: (v) => `return ${v};`,
};

const cpp: Syntax = {
  id: 'cpp',
  extension: 'cc',
  names: { fn: 'camel', type: 'pascal', constant: 'camel', file: 'snake' },
  fence: 'cpp',
  comment: cppForms.note,
  import: ({ from }) => `#include "${stem(from).replace(/^src\//, '')}.h"`,
  constant: ({ name, value }) => `constexpr std::int64_t ${name} = ${value};`,
  type: ({ name, fields }) => [
    `struct ${name} {`,
    ...fields.map((f) => `  ${kinds.cpp[f.kind]} ${f.name};`),
    '};',
  ],
  fn: ({ name, params, body, doc }) => [
    ...(doc === '' ? [] : [`// ${doc}`]),
    `std::int64_t ${name}(${params.map((p) => (p.endsWith('s') ? `std::span<const std::int64_t> ${p}` : `std::int64_t ${p}`)).join(', ')}) {`,
    ...lines(cppForms, body, 1),
    '}',
  ],
};

const rb: Forms = {
  indent: '  ',
  end: 'end',
  let: (n, f, a) => `${n} = ${f}(${a})`,
  guard: (n, r) => `return ${r} if ${n}.nil?`,
  loop: (i, l) => `${l}.each do |${i}|`,
  when: (c) => `if ${c.replace('===', '==').replace('!==', '!=')}`,
  set: (n, o, v) => `${n} ${o} ${v}`,
  raise: (e, m) => `raise ${e}, '${m}'`,
  log: (l, m, n) => `logger.${l} "${m} #{${n}}"`,
  note: (t) => `# ${t}`,
  give: (v) => v,
};

const ruby: Syntax = {
  id: 'ruby',
  extension: 'rb',
  names: { fn: 'snake', type: 'pascal', constant: 'upper', file: 'snake' },
  fence: 'ruby',
  comment: rb.note,
  import: ({ from }, own) => `require_relative '${relative(own, stem(from)).replace(/^\.\//, '')}'`,
  constant: ({ name, value }) => `${name} = ${value}`,
  type: ({ name, fields }) => [
    `${name} = Struct.new(${fields.map((f) => `:${f.name}`).join(', ')}, keyword_init: true)`,
  ],
  fn: ({ name, params, body, doc }) => [
    ...(doc === '' ? [] : [`# ${doc}`]),
    `def ${name}(${params.join(', ')})`,
    ...lines(rb, body, 1),
    'end',
  ],
};

export const syntaxes = { typescript, python, rust, go, java, cpp, ruby } as const;

/** The whole file. */
export function source(syntax: Syntax, module: Module): string {
  const [first, before, after] = syntax.frame?.(module) ?? [[], [], []];
  const out: string[] = [];
  if (module.head !== '') out.push(syntax.comment(module.head), '');
  out.push(...first);
  const imports = [...new Set(module.imports.map((one) => syntax.import(one, module.path)))];
  out.push(...imports);
  if (imports.length > 0) out.push('');
  out.push(...before);
  for (const constant of module.constants) out.push(syntax.constant(constant));
  if (module.constants.length > 0) out.push('');
  for (const type of module.types) out.push(...syntax.type(type), '');
  for (const fn of module.fns) out.push(...syntax.fn(fn), '');
  out.push(...after);
  return `${out.join('\n').trimEnd()}\n`;
}
