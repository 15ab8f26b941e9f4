import { nearest } from '../../../diagnostics/did-you-mean.js';
import { isObject } from '../../../json/is-object.js';
import { printPath } from '../../../json/json-path.js';

/** Words that charts use for one thing, so that the right one can be named although it reads nothing like the wrong one. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['database', 'databasename', 'db', 'dbname', 'name'],
  ['user', 'username', 'login'],
  ['password', 'pass', 'passwd', 'pwd'],
  ['host', 'hostname', 'address', 'endpoint', 'url', 'server'],
  ['replicas', 'replicacount'],
  ['loglevel', 'level', 'verbosity'],
  ['enabled', 'enable', 'create'],
  ['tag', 'version'],
  ['serviceaccount', 'sa'],
  ['env', 'environment', 'extraenv'],
];

const plain = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Where else in the schema a key of this name is; the nearest to the root. */
const elsewhere = (schema: unknown, key: string): readonly string[] | undefined => {
  let level: { node: unknown; path: readonly string[] }[] = [{ node: schema, path: [] }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { node, path } of level) {
      if (!isObject(node) || !isObject(node['properties'])) continue;
      if (Object.hasOwn(node['properties'], key)) return [...path, key];
      for (const [name, inner] of Object.entries(node['properties'])) next.push({ node: inner, path: [...path, name] });
    }
    level = next;
  }
  return undefined;
};

/** The key that was probably meant: a sibling's name, or the whole path of one that lies elsewhere. */
export const suggestValue = (schema: unknown, key: string, siblings: readonly string[]): string | undefined => {
  const alike = nearest(key, siblings);
  if (alike !== undefined) return alike;
  const group = SYNONYMS.find((words) => words.includes(plain(key)));
  const synonym = group && siblings.find((name) => group.includes(plain(name)));
  if (synonym !== undefined) return synonym;
  const path = elsewhere(schema, key);
  return path && printPath(path);
};
