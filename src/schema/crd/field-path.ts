import { isObject } from '../../json/is-object.js';
import type { Schema } from './schema-walk.js';

/** Names, texts in single quotes, and the signs between them. */
const TOKEN = /'(?:[^'\\]|\\[\s\S])*'|[.[\]]|[^.[\]]+/y;

/**
 * The schema of the field at `.spec['a.b'].c`; undefined for a path that isn't one of the schema's.
 *
 * @param takesBrackets whether a name may stand in brackets. @default true
 */
export const schemaAtFieldPath = (schema: Schema, path: string, takesBrackets = true): Schema | undefined => {
  const tokens = tokensOf(path);
  let at: Schema | undefined = schema;
  for (let i = 0; i < tokens.length && at !== undefined; i++) {
    if (tokens[i] === '.') {
      at = step(at, tokens[++i]);
    } else if (tokens[i] === '[' && takesBrackets) {
      const quoted = /^'([\s\S]*)'$/.exec(tokens[++i] ?? '')?.[1];
      if (quoted === undefined || /\\[^abfnrtv'\\]/.test(quoted) || tokens[++i] !== ']') return undefined;
      at = step(at, quoted.replaceAll(/\\(['\\])/g, '$1'));
    } else return undefined;
  }
  return at;
};

const tokensOf = (path: string): readonly string[] => {
  const tokens: string[] = [];
  for (let at = 0; at < path.length; ) {
    TOKEN.lastIndex = at;
    const [token] = TOKEN.exec(path) ?? [path.slice(at)];
    tokens.push(token);
    at += token.length;
  }
  return tokens;
};

const step = (schema: Schema, name: string | undefined): Schema | undefined => {
  if (name === undefined) return undefined;
  const { properties, additionalProperties } = schema;
  if (isObject(properties)) {
    const found = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isObject(found) ? found : undefined;
  }
  return isObject(additionalProperties) ? additionalProperties : undefined;
};
