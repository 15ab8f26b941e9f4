import { isObject } from '../json/is-object.js';
import type { JsonPath } from '../json/json-path.js';
import type { CodeNode, Comments } from './code-node.js';
import { raw, text } from './code-node.js';
import { type FieldComments, pathKey } from './read-comments.js';

/** What a text is in code, where it isn't a literal: `vars.HOST`, or the name of a ConfigMap of the same addon. */
export type TextCode = (value: string) => CodeNode | undefined;

export interface JsonCodeOptions {
  readonly comments: ReadonlyMap<string, FieldComments>;
  readonly textCode: TextCode;
}

/** A value of an object as code, with the comments that its YAML has at the same paths. */
export const jsonCode = (value: unknown, path: JsonPath, options: JsonCodeOptions): CodeNode => {
  if (typeof value === 'string') return options.textCode(value) ?? text(value);
  if (Array.isArray(value)) {
    return {
      kind: 'list',
      items: value.map((item, at) => ({
        value: jsonCode(item, [...path, at], options),
        ...commentsAt([...path, at], options),
      })),
      ...endAt(path, options),
    };
  }
  if (isObject(value)) {
    return {
      kind: 'object',
      members: Object.entries(value).map(([key, member]) => ({
        key,
        value: jsonCode(member, [...path, key], options),
        ...commentsAt([...path, key], options),
      })),
      ...endAt(path, options),
    };
  }
  return raw(numberText(value));
};

const numberText = (value: unknown): string =>
  typeof value === 'number' && Object.is(value, -0) ? '0' : JSON.stringify(value);

export const commentsAt = (path: JsonPath, { comments }: Pick<JsonCodeOptions, 'comments'>): Comments => {
  const found = comments.get(pathKey(path));
  if (found === undefined) return {};
  return {
    ...(found.before.length === 0 ? {} : { before: found.before }),
    ...(found.after === undefined ? {} : { after: found.after }),
  };
};

const endAt = (path: JsonPath, { comments }: JsonCodeOptions): { readonly end?: readonly string[] } => {
  const end = comments.get(pathKey(path))?.end ?? [];
  return end.length === 0 ? {} : { end };
};
