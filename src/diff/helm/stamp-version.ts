import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { archiveBudget, LINK, readTgz } from '../../charts/read-tar.js';
import { isObject } from '../../json/is-object.js';
import { parseYaml } from '../../yaml/parse-yaml.js';

/** Stands for a digest that only the registry knows. */
const UNKNOWN_DIGEST = '0123456789ab';

/** A chart whose version has the digest of its artifact. */
export interface StampedChart {
  /** The chart's folder, or what was given, if its version is none. */
  readonly path: string;
  /** Removes the copy. */
  close(): void;
}

/**
 * Copies a chart, with the version that helm-controller gives to one from an OCIRepository: its metadata is the start of
 * the artifact's digest. `6.9.3` becomes `6.9.3+7dc328a0aeb3`, and a label with that is refused.
 *
 * @param path of a packed chart or its folder
 * @param digest `sha256:…` @default - {@link UNKNOWN_DIGEST}
 */
export const stampVersion = (path: string, digest: string | undefined): StampedChart => {
  const copy = mkdtempSync(join(tmpdir(), 'fluxspan-chart-'));
  const close = () => rmSync(copy, { recursive: true, force: true });
  const folder = statSync(path).isDirectory() ? copyFolder(path, copy) : unpack(path, copy);
  const file = folder === undefined ? undefined : join(folder, 'Chart.yaml');
  const text = file === undefined ? undefined : readFileSync(file, 'utf8');
  const version = text === undefined ? undefined : versionIn(text);
  if (folder === undefined || file === undefined || text === undefined || version === undefined) {
    close();
    return { path, close: () => {} };
  }
  const stamp = digest?.split(':')[1]?.slice(0, UNKNOWN_DIGEST.length) ?? UNKNOWN_DIGEST;
  writeFileSync(file, text.replace(VERSION_LINE, `version: "${version}+${stamp}"`));
  return { path: folder, close };
};

const VERSION_LINE = /^version[ \t]*:.*$/m;

/** The version as Masterminds/semver prints it, without metadata. */
const versionIn = (text: string): string | undefined => {
  const chart = parseYaml(text);
  const version = isObject(chart) ? chart['version'] : undefined;
  const [, major, minor = '0', patch = '0', pre = ''] =
    /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[\w.-]+)?(?:\+[\w.-]+)?$/.exec(String(version)) ?? [];
  return major === undefined || !VERSION_LINE.test(text) ? undefined : `${major}.${minor}.${patch}${pre}`;
};

const copyFolder = (from: string, to: string): string => {
  cpSync(from, to, { recursive: true, dereference: true });
  return to;
};

/** Only regular files below the chart's own folder are unpacked. */
const unpack = (path: string, to: string): string | undefined => {
  const files = readTgz(readFileSync(path), path, archiveBudget());
  const root = [...files.keys()].find((name) => /^[^/]+\/Chart\.yaml$/.test(name))?.split('/')[0];
  if (root === undefined || root === '..' || root === '.') return undefined;
  for (const [name, data] of files) {
    if (data === LINK || !name.startsWith(`${root}/`) || posix.normalize(name) !== name) continue;
    mkdirSync(dirname(join(to, name)), { recursive: true });
    writeFileSync(join(to, name), data);
  }
  return join(to, root);
};
