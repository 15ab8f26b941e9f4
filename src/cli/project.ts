import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { appNotLoaded } from '../cluster/diagnostics.js';
import { diagnose, failure, type Result, success, thrownText } from '../diagnostics/index.js';
import { readRegularFile } from '../files/read-file.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';

/** A folder with a cdk8s.yaml, and the module in it that describes the clusters. */
export interface Project {
  /** Absolute. */
  readonly folder: string;
  /** The app's module, absolute. */
  readonly app: string;
}

const fix =
  'write the path of the module that default-exports your FluxApp into cdk8s.yaml: fluxspan: { app: src/app.ts }';

const start = `make a project: npx fluxspan init; or run this in the folder of one; or, for an app that you have, ${fix}`;

/**
 * The form in which nearly every file says it, and nothing else: a key of the outermost map, one plain text without
 * spaces, and after it another key or the end.
 */
const usual = /^fluxspan: *\r?\n +app: +([\w./-]+)[ \t]*(?:[ \t]#.*)?(?:\r?\n(?![ \t#\r\n])|\r?\n?$(?![\s\S]))/m;
/** What lets the same lines mean something else: another key of that name, flow style at the root, more documents. */
const unusual = /fluxspan[\s\S]*fluxspan|^[{["'%]|^(?:---|\.\.\.)/m;

const appOf = (text: string): unknown => {
  const found = usual.exec(text)?.[1];
  if (found !== undefined && !unusual.test(text)) return found;
  const [document, ...others] = parseYamlDocuments(text);
  if (others.length > 0) throw new Error('it has several documents');
  return keyOf(keyOf(document, 'fluxspan'), 'app');
};

const keyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;

/** Finds the project from any folder in it. */
export const findProject = (cwd: string): Result<Project> => {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'cdk8s.yaml'))) return readProject(folder);
    if (dirname(folder) === folder) {
      return failure(diagnose(appNotLoaded, { message: `there is no cdk8s.yaml in ${cwd} or above it`, fix: start }));
    }
  }
};

const readProject = (folder: string): Result<Project> => {
  const problem = (message: string, path?: string, suggested = fix) =>
    failure(
      diagnose(appNotLoaded, {
        message,
        at: { file: 'cdk8s.yaml', ...(path === undefined ? {} : { path }) },
        fix: suggested,
      }),
    );
  let app: unknown;
  let text = '';
  try {
    text = readRegularFile(join(folder, 'cdk8s.yaml'), 1).toString();
    app = appOf(text);
  } catch (error) {
    const why = error instanceof YamlError ? error.reason : thrownText(error);
    const isTab = text.split('\n').some((line) => /^ *\t/.test(line));
    const suggested = isTab ? 'indent it with spaces: YAML takes no tabs' : 'make it a file with a YAML map';
    return problem(`cdk8s.yaml cannot be read: ${why}`, undefined, suggested);
  }
  if (app === undefined || app === null) {
    return problem('cdk8s.yaml does not say which module is the app', 'fluxspan.app');
  }
  if (typeof app !== 'string') return problem(`the app ${JSON.stringify(app)} is not a path`, 'fluxspan.app');
  const path = resolve(folder, app);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === true) return success({ folder, app: path });
  return problem(`the app "${app}" ${stats === undefined ? 'does not exist' : 'is not a file'}`, 'fluxspan.app');
};
