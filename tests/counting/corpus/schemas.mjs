/**
 * Tool schemas as hosts send them, made from descriptions of real interfaces: a browser's debugging
 * protocol, OpenAPI, and cloud services. One text a tool.
 */

const tool = (name, description, properties, required) => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: { type: 'object', properties, ...(required.length > 0 && { required }) },
  },
});

const written = (tools) =>
  tools.map((entry, index) =>
    index % 4 === 3 ? JSON.stringify(entry, null, 2) : JSON.stringify(entry),
  );

const plainText = (markup) =>
  String(markup ?? '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function devtools(document) {
  const tools = [];
  for (const { domain, commands = [] } of document.domains) {
    for (const { name, description, parameters = [] } of commands) {
      const properties = {};
      for (const { name: key, $ref, optional: _, ...rest } of parameters) {
        properties[key] = { type: rest.type ?? 'object', ...rest, ...($ref && { title: $ref }) };
      }
      const required = parameters.filter(({ optional }) => !optional).map(({ name: key }) => key);
      tools.push(
        tool(`${domain}_${name}`, description ?? `${domain} ${name}`, properties, required),
      );
    }
  }
  return tools;
}

function openapi(document) {
  const resolve = (value) =>
    value?.$ref
      ? value.$ref
          .slice(2)
          .split('/')
          .reduce((node, key) => node?.[key], document)
      : value;
  const tools = [];
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) {
      if (!operation.operationId) continue;
      const properties = {};
      const required = [];
      for (const parameter of (operation.parameters ?? []).map(resolve)) {
        if (!parameter?.name) continue;
        properties[parameter.name] = {
          ...resolve(parameter.schema),
          description: parameter.description,
        };
        if (parameter.required) required.push(parameter.name);
      }
      const body = resolve(operation.requestBody?.content?.['application/json']?.schema);
      Object.assign(properties, body?.properties);
      required.push(...(body?.required ?? []));
      const name = operation.operationId.replace(/\W/g, '_');
      tools.push(tool(name, operation.description ?? operation.summary, properties, required));
    }
  }
  return tools;
}

function aws(document) {
  const shapeOf = (reference, depth) => {
    const shape = document.shapes[reference.shape] ?? {};
    const description = plainText(reference.documentation ?? shape.documentation);
    const base = { ...(description && { description }) };
    if (shape.type === 'structure' && depth > 0) {
      const properties = Object.fromEntries(
        Object.entries(shape.members ?? {}).map(([key, value]) => [key, shapeOf(value, depth - 1)]),
      );
      return { type: 'object', ...base, properties };
    }
    if (shape.type === 'list')
      return { type: 'array', ...base, items: shapeOf(shape.member, depth - 1) };
    if (shape.enum) return { type: 'string', ...base, enum: shape.enum };
    const type =
      { integer: 'integer', long: 'integer', boolean: 'boolean' }[shape.type] ?? 'string';
    return { type, ...base };
  };
  return Object.values(document.operations).map(({ name, documentation, input }) => {
    const shape = document.shapes[input?.shape] ?? {};
    const properties = Object.fromEntries(
      Object.entries(shape.members ?? {}).map(([key, value]) => [key, shapeOf(value, 2)]),
    );
    return tool(name, plainText(documentation), properties, shape.required ?? []);
  });
}

const kinds = { devtools, openapi, aws };

/** The tools in one JSON document of the given kind, each as the text of its definition. */
export function readSchemas(bytes, kind) {
  return written(kinds[kind](JSON.parse(bytes.toString('utf8'))));
}

export const isSchemaReader = (name) => name in kinds;
