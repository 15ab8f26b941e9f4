import { readdirSync, readFileSync } from 'node:fs';
import { parseYamlDocuments } from '../../src/yaml/parse-yaml.js';
import type { Json } from './mutations.js';

const folder = new URL('../fixtures/schema/kinds/', import.meta.url);

/** Objects of every built-in kind, with the fields that rules look at; the API server takes each. */
export const kindCorpus: readonly Json[] = readdirSync(folder)
  .sort()
  .flatMap((file) => parseYamlDocuments(readFileSync(new URL(file, folder), 'utf8')) as readonly Json[]);
