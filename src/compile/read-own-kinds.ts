import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AppSettings } from './declared-app.js';
import { type OwnKinds, openOwnKinds, type SchemaFile } from './own-kinds.js';

/**
 * Reads the CRD files that an app names, before anything is compiled.
 *
 * @param project the folder where the paths start
 */
export const readOwnKinds = ({ schemas }: Pick<AppSettings, 'schemas'>, project: string): OwnKinds =>
  openOwnKinds([...new Set(schemas)].map((file) => readFile(file, project)));

const readFile = (file: string, project: string): SchemaFile => {
  try {
    return { file, text: readFileSync(resolve(project, file), 'utf8') };
  } catch (error) {
    return { file, error: error instanceof Error && 'code' in error ? String(error.code) : 'no code' };
  }
};
