import { ApiObject } from 'cdk8s';
import type { Diagnostic } from 'fluxspan';
import type { ReferenceRow } from '../../../src/knowledge/form/reference.js';
import { addon, diagnosticsOf } from '../../support/synthesize.js';

/** The name of the object that every program makes, and what a slip of the hand makes of it. */
const NAME = 'target';
export const MISSPELLED = 'tagret';

type Json = Record<string, unknown>;

const apiVersionOf = (group: string): string => (group === '' ? 'v1' : `${group}/v1`);

const splitKind = (key: string): readonly [group: string, kind: string] => {
  const slash = key.lastIndexOf('/');
  return [key.slice(0, slash), key.slice(slash + 1)];
};

/** A kind that a row may name, and the fields that say so. */
const targetOf = ({ to }: ReferenceRow): { readonly key: string; readonly fields: Json } => {
  if (typeof to === 'string') return { key: to, fields: {} };
  const { kind: kindField = 'kind', defaultKind, group, defaultGroup, only } = to;
  const kinds = typeof defaultGroup === 'string' ? [] : Object.keys(defaultGroup);
  const kind = only?.[0] ?? defaultKind ?? kinds.find((one) => one === 'GitRepository') ?? 'Deployment';
  const known = typeof defaultGroup === 'string' ? defaultGroup : (defaultGroup[kind] ?? 'apps');
  const fields = { [kindField]: kind, ...(group === 'apiVersion' ? { apiVersion: apiVersionOf(known) } : {}) };
  return { key: `${known}/${kind}`, fields };
};

/** What a key, port or listener of a row is called, in the reference and in the object. */
const PART = 'part';
const parts: Readonly<Record<string, Json>> = {
  '/ConfigMap': { data: { [PART]: 'a: 1', 'values.yaml': 'a: 1' } },
  '/Secret': { stringData: { [PART]: 'a: 1', 'values.yaml': 'a: 1', token: 'a' } },
  '/Service': { spec: { ports: [{ name: PART, port: 80 }] } },
  'gateway.networking.k8s.io/Gateway': {
    spec: { listeners: [{ name: PART, port: 80, allowedRoutes: { namespaces: { from: 'All' } } }] },
  },
};

/** `value` at a path of a row: a list of one at each `[]`. */
const placed = (path: string, value: unknown): Json => {
  const [first = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : placed(rest.join('.'), value);
  return first.endsWith('[]') ? { [first.slice(0, -2)]: [inner] } : { [first]: inner };
};

const merged = (a: Json, b: Json): Json => ({ ...a, ...b });

export interface RowProgram {
  readonly row: ReferenceRow;
  /** `group/Kind` of the reader. */
  readonly from: string;
}

/** A program with an object that names another one as a row says, and the object; what is told of references in it. */
export const diagnosticsOfRow = (
  { row, from }: RowProgram,
  { name = NAME, part = PART }: { readonly name?: string; readonly part?: string } = {},
): readonly Diagnostic[] => {
  const { key, fields } = targetOf(row);
  const text = row.at.endsWith('Name') || row.at.endsWith('Namespace');
  const named = row.part?.fields[0];
  const reference = text
    ? name
    : {
        ...fields,
        ...(row.namespace === undefined ? {} : { [row.namespace]: 'default' }),
        [row.name ?? 'name']: name,
        ...(named === undefined || named.includes('number') || named === 'port' ? {} : placed(named, part)),
      };
  const [group, kind] = splitKind(from);
  const [targetGroup, targetKind] = splitKind(key);
  const body = merged({ spec: {} }, placed(row.at, reference));
  const web = addon('web', {
    build: (scope) => {
      new ApiObject(scope, 'target', {
        apiVersion: apiVersionOf(targetGroup),
        kind: targetKind,
        metadata: { name: NAME },
        ...parts[key],
      });
      const metadata = { name: 'reader' };
      new ApiObject(scope, 'reader', { apiVersion: apiVersionOf(group), kind, metadata, ...body });
    },
  });
  return diagnosticsOf({ first: [web] }).filter(({ code, at }) => codes.has(code) && at.object === `${kind}/reader`);
};

const codes: ReadonlySet<string> = new Set(['FX307', 'FX610', 'FX630', 'FX631', 'FX632']);
