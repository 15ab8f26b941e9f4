import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../src/json/is-object.js';
import { parsePath } from '../../../src/json/json-path.js';
import { parseYaml } from '../../../src/yaml/parse-yaml.js';
import { root } from '../../support/root.js';
import { kindCorpus } from '../kind-corpus.js';

/** An object that a rule refuses, and the nearest that the API server takes. */
export interface NativeCase {
  /** `pods.yaml 3: spec.containers[0].name` */
  readonly label: string;
  readonly good: object;
  readonly bad: object;
  /** Where fluxspan reports the bad one. */
  readonly path: string;
  /** Where the API server does: it leaves indexes out at times. */
  readonly server: string;
}

interface CaseFile {
  /** By name; `Service/shop` is the object of `test/fixtures/schema/kinds/`. */
  readonly bases?: Readonly<Record<string, { readonly object: object; readonly at?: string }>>;
  /** `good` and `bad` are merge patches on the base, at its place; without `good` it is the base itself. */
  readonly cases: readonly {
    readonly of: string;
    readonly good?: unknown;
    readonly bad: unknown;
    readonly path: string;
    readonly server?: string;
  }[];
}

/** A merge patch: https://www.rfc-editor.org/rfc/rfc7386 */
const merged = (value: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const out: Record<string, unknown> = isObject(value) ? { ...value } : {};
  for (const [key, member] of Object.entries(patch)) {
    if (member === null) delete out[key];
    else out[key] = merged(out[key], member);
  }
  return out;
};

const patchedAt = (value: unknown, path: readonly (string | number)[], patch: unknown): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return merged(value, patch);
  if (Array.isArray(value)) return value.map((one, index) => (index === step ? patchedAt(one, rest, patch) : one));
  const members = value as Record<string | number, unknown>;
  return { ...members, [step]: patchedAt(members[step], rest, patch) };
};

const corpusBase = (name: string): { readonly object: object; readonly at?: string } | undefined => {
  const object = kindCorpus.find((one) => {
    const { kind, metadata } = one as unknown as { kind: string; metadata: { name: string } };
    return `${kind}/${metadata.name}` === name;
  });
  return object === undefined ? undefined : { object: object as object };
};

const folder = join(root, 'test/fixtures/schema/native-rules');

/** The cases of `test/fixtures/schema/native-rules/`. */
export const nativeCases = (): readonly NativeCase[] =>
  readdirSync(folder).flatMap((file) => {
    const { bases = {}, cases } = parseYaml(readFileSync(join(folder, file), 'utf8')) as unknown as CaseFile;
    return cases.map(({ of, good = {}, bad, path, server = path }, index) => {
      const base = bases[of] ?? corpusBase(of);
      if (base === undefined) throw new Error(`${file}, case ${index + 1}: there is no base "${of}"`);
      const at = parsePath(base.at ?? '') ?? [];
      return {
        label: `${file} ${index + 1}: ${path}`,
        good: patchedAt(base.object, at, good) as object,
        bad: patchedAt(base.object, at, bad) as object,
        path,
        server,
      };
    });
  });
