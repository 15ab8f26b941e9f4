import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, printPath, valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { openSchemas, type RunSchemas } from '../../rules/schemas/find-schemas.js';
import { describeViolation } from '../../schema/describe-violation.js';
import type { KindSchemas } from '../../schema/package-schemas.js';
import type { Violation } from '../../schema/violation.js';
import type { Effect } from '../effect.js';
import { holdsMark } from '../redact.js';

/** Why the API server refuses an object. */
export interface ObjectFault {
  /** The same of another object of the kind, and of another item of a list. */
  readonly key: string;
  readonly at: JsonPath;
  /** `spec.ports[0].port` */
  readonly path: string;
  readonly text: string;
  /** It depends on what only the cluster knows: its CRDs, or how Helm applies the object. */
  readonly isUnsure: boolean;
}

/** What is wrong with a rendered object; nothing of a kind that no schema describes. */
export type FaultsOf = (json: JsonObject) => readonly ObjectFault[];

/** Where a Secret's mark is: what the value is isn't known. */
const marksIn = (value: unknown, path: JsonPath = []): readonly JsonPath[] => {
  if (typeof value === 'string') return holdsMark(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((one, index) => marksIn(one, [...path, index]));
  return isObject(value) ? Object.entries(value).flatMap(([key, one]) => marksIn(one, [...path, key])) : [];
};

/** Helm drops an unknown field, or is refused, by the way in which it applies the release. */
const DEPENDS: ReadonlySet<string> = new Set(['unknown-key', 'newer-field', 'duplicate-item', 'needed-key']);

/** Judges objects as the API server of a cluster does; of no cluster, by the schemas of the package. */
export const openFaults = (cluster?: CompiledCluster, schemas: RunSchemas = openSchemas()): FaultsOf => {
  const { checker } = schemas;
  const own = cluster === undefined ? undefined : schemas.of(cluster);
  const kubernetes = cluster?.cluster.kubernetes;
  return (json) => {
    const { apiVersion, kind } = json;
    if (typeof apiVersion !== 'string' || typeof kind !== 'string') return [];
    const slash = apiVersion.indexOf('/');
    const group = slash < 0 ? '' : apiVersion.slice(0, slash);
    const version = apiVersion.slice(slash + 1);
    const inTree = own?.findOwn(group, kind);
    const found: KindSchemas | undefined = inTree ?? checker.known.find(group, kind);
    if (found === undefined || !Object.hasOwn(found.versions, version)) return [];
    const open = marksIn(json);
    const isKnown = ({ path, kind: how }: Violation): boolean => {
      const value = valueAt(json, path);
      const isRule = how === 'rule' || how === 'native-rule';
      return !(typeof value === 'string' || isRule) || marksIn(value).length === 0;
    };
    return checker
      .checkObject(found, version, json, { open, kubernetes })
      .filter(isKnown)
      .filter(
        (one) =>
          one.kind !== 'native-rule' || one.since === undefined || kubernetes === undefined || one.since <= kubernetes,
      )
      .map((one) => {
        const path = printPath(one.path);
        const words = describeViolation(one, 'api-server') || 'breaks a rule of its kind';
        return {
          key: JSON.stringify([apiVersion, kind, one.path.map((step) => (typeof step === 'number' ? 0 : step)), words]),
          at: one.path,
          path,
          text: `"${path}" ${words}`,
          isUnsure: DEPENDS.has(one.kind) || (inTree === undefined && !found.own),
        };
      });
  };
};

/** What the API server refuses of the new objects, and did not of the old ones. */
export const newFaults = (old: readonly JsonObject[], faultsOf: FaultsOf): FaultsOf => {
  const known = new Set(old.flatMap(faultsOf).map(({ key }) => key));
  return (json) => faultsOf(json).filter(({ key }) => !known.has(key));
};

/** A fault as an effect of the change on the object. */
export const asEffect = ({ text, isUnsure, ...fault }: ObjectFault): Effect => ({
  text: `the API server ${isUnsure ? 'may refuse' : 'refuses'} it: ${text}`,
  kind: 'refused',
  fault: fault.key,
  ...(isUnsure ? { isUnsure } : {}),
});
