// Reads the OpenAPI document of the interface and writes TypeScript: called by Page/types.
import { readFileSync } from "node:fs";

const document = JSON.parse(readFileSync(0, "utf8"));
const key = (name) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name));

// Returns the type that a JSON Schema stands for.
function type(schema, indent = "") {
  if (schema === true || Object.keys(schema).length === 0) return "unknown";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.oneOf ?? schema.anyOf) return (schema.oneOf ?? schema.anyOf).map((one) => type(one, indent)).join(" | ");
  if (schema.allOf) return schema.allOf.map((one) => type(one, indent)).join(" & ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((one) => type({ ...schema, type: one }, indent)).join(" | ");
  switch (schema.type) {
    case "string": return "string";
    case "integer":
    case "number": return "number";
    case "boolean": return "boolean";
    case "null": return "null";
    case "array": {
      const item = type(schema.items ?? true, indent);
      return / [|&] /.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case "object": return object(schema, indent);
    default: throw new Error(`no type is known for ${JSON.stringify(schema)}`);
  }
}

function object(schema, indent) {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) {
    if (schema.additionalProperties === false) return "Record<string, never>";
    return `Record<string, ${type(schema.additionalProperties ?? true, indent)}>`;
  }
  const deeper = `${indent}  `;
  const lines = properties.map(([name, property]) => {
    const mark = (schema.required ?? []).includes(name) ? "" : "?";
    const told = property.description ? `${deeper}/** ${property.description} */\n` : "";
    return `${told}${deeper}${key(name)}${mark}: ${type(property, deeper)};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

const schemas = Object.entries(document.components.schemas).map(([name, schema]) => `export type ${name} = ${type(schema)};\n`);
const commands = Object.entries(document.paths)
  .filter(([path]) => path.startsWith("/api/v1/commands/"))
  .map(([path, item]) => {
    const schema = item.post.requestBody.content["application/json"].schema;
    return `  /** ${item.post.summary} */\n  ${key(path.split("/").pop())}: ${type(schema, "  ")};\n`;
  });

process.stdout.write(
  ["// Made by Page/types from the program's description of its interface: change that instead.\n", ...schemas,
    `/** The arguments of each command. */\nexport type Commands = {\n${commands.join("")}};\n`].join("\n"));
