import { schemaFile } from '../../compile/diagnostics.js';
import { type Diagnostic, defineDiagnostic, diagnose, nearest, type Place } from '../../diagnostics/index.js';
import { isFilledLater } from '../../flux/resource-sets/marks.js';
import { fieldsOf } from '../../json/as-shape.js';
import type { JsonObject } from '../../json/json-value.js';
import { ANY_VERSION, anyKind } from '../../schema/object-meta.js';
import type { PackageSchemas } from '../../schema/package-schemas.js';
import type { Violation } from '../../schema/violation.js';
import { newerKubernetesRule, objectRule, objectSchema, unservedKind } from '../diagnostics.js';
import { summarizeKinds } from '../finish/summarize-kinds.js';
import { defineRule, placeIn, type StateObject } from '../rule.js';
import { fillExamples } from '../schemas/fill-examples.js';
import type { FoundSchemas } from '../schemas/find-schemas.js';
import { isOptionalVersion } from '../schemas/optional-versions.js';
import { schemaDiagnostic } from '../schemas/schema-diagnostic.js';
import { openUnserved, tooNew } from '../schemas/unserved-kind.js';
import { decrypted, isSopsEncrypted, needsDecryption } from '../sops/sops.js';

export const kindNotDescribed = defineDiagnostic({
  code: 'FX318',
  name: 'kind-not-described',
  severity: 'notice',
  summary: 'No schema describes the kinds of some objects, so synth checks only their names.',
  exceptable: 'kind',
});

const diagnostics = [
  objectSchema,
  objectRule,
  newerKubernetesRule,
  schemaFile,
  kindNotDescribed,
  unservedKind,
] as const;

/** The API server accepts every object, according to the schema and rules of its kind. */
export const objectSchemaRule = defineRule(
  diagnostics,
  (state, report, { clean, schemas: run, kinds: own, index }) => {
    const isTold = toldBefore(state.declared?.problems ?? []);
    const { known, checkObject } = run.checker;
    const unserved = openUnserved(state, own, known);
    const faults = new Set<string>();
    for (const unit of state.units) {
      const decrypts = unit.entry.some(
        ({ json }) => (json['spec'] as JsonObject | undefined)?.['decryption'] !== undefined,
      );
      for (const object of [...unit.objects, ...unit.entry]) {
        if (object.madeBy !== undefined && isFilledLater(object.json)) continue;
        const isEncrypted = isSopsEncrypted(object);
        // Another rule reports objects that Flux doesn't decrypt.
        if (!decrypts && needsDecryption(object, own)) continue;
        const ownSchema = own.findOwn(object.group, object.kind);
        const early = ownSchema === undefined ? tooNew(object, state) : undefined;
        if (early !== undefined) {
          report(early);
          continue;
        }
        // Flux doesn't substitute in the cluster's own folder.
        const applier = unit.entry.includes(object) ? index.unitOf.get(unit.parent ?? '') : unit;
        const asWritten = applier === undefined ? { value: object.json, open: [] } : fillExamples(object, applier);
        const filled = decrypts && isEncrypted ? decrypted(object, asWritten, own) : asWritten;
        // Its operator decrypts it.
        if (filled === undefined) continue;
        const key =
          clean === undefined || ownSchema !== undefined
            ? undefined
            : run.keys.ofObject(object, filled, state.kubernetes);
        if (key !== undefined && clean?.has(key) === true) continue;
        let schemas = ownSchema ?? known.find(object.group, object.kind);
        let version = object.apiVersion.slice(object.apiVersion.indexOf('/') + 1);
        const isDescribed = schemas !== undefined && Object.hasOwn(schemas.versions, version);
        if (schemas === undefined || !isDescribed) {
          const problem = unserved(object, schemas);
          if (problem !== undefined) {
            report(problem);
            continue;
          }
          report(undescribed(object, known, own));
          // All kinds have the same metadata.
          [schemas, version] = [anyKind, ANY_VERSION];
        }
        const problems = checkObject(schemas, version, filled.value, {
          open: filled.open,
          kubernetes: state.kubernetes,
          onFault: ({ rule, fault }) => {
            const name = `${object.apiVersion} ${object.kind}`;
            if (faults.has(`${name}\0${rule}`)) return;
            faults.add(`${name}\0${rule}`);
            report(faultOf(name, rule, fault ?? ''));
          },
        });
        // The next cluster and the next run must report these problems again.
        if (isDescribed && key !== undefined && problems.length === 0) clean?.add(key);
        for (const problem of problems) {
          if (isCopiedField(problem) || isDropped(problem) || (isMerged(object) && isOfWhole(problem))) continue;
          const diagnostic = schemaDiagnostic(problem, object, state, calledIn(unit.objects, object));
          if (!isTold(diagnostic.at)) report(diagnostic);
        }
      }
    }
    for (const problem of own.problems()) report(problem);
  },
  { looksAtApplied: true, summary: { of: kindNotDescribed, summarize: summarizeKinds } },
);

/** What an object has of its copy in a cluster, all such fields of which FX688 reports. An empty list copies nothing. */
const isCopiedField = ({ kind, path, value }: Violation): boolean =>
  kind === 'native-rule' && path.join('.') === 'metadata.managedFields' && Array.isArray(value) && value.length > 0;

/** The API server takes the status of what it creates out before it validates, if its fields and types are those of the kind. */
const isDropped = ({ kind, path }: Violation): boolean => path[0] === 'status' && !OF_FIELDS.has(kind);
const OF_FIELDS: ReadonlySet<Violation['kind']> = new Set(['unknown-key', 'newer-field', 'type']);

/** Whether Flux adds the fields to an object that something else makes. */
const isMerged = ({ json }: StateObject): boolean =>
  /^merge$/i.test(String(fieldsOf(fieldsOf(json['metadata'])['annotations'])['kustomize.toolkit.fluxcd.io/ssa']));

/** What can't be said of a part of an object. */
const isOfWhole = (problem: Violation): boolean =>
  WHOLE.has(problem.kind) ||
  (problem.kind === 'count' && (problem.keyword === 'minItems' || problem.keyword === 'minProperties'));
const WHOLE: ReadonlySet<Violation['kind']> = new Set([
  'required',
  'needed-key',
  'no-item',
  'no-form',
  'rule',
  'native-rule',
]);

/** Names an object with its namespace if another object of the unit has the same title. */
const calledIn = (objects: readonly StateObject[], { title, namespace }: StateObject): string =>
  namespace !== undefined && objects.filter((one) => one.title === title).length > 1
    ? `${title} in namespace "${namespace}"`
    : title;

/** A construct that knows its kind describes a wrong duration, or fields that exclude each other, in more detail. */
const toldBefore = (problems: readonly Diagnostic[]): ((at: Place) => boolean) => {
  const paths = new Map<string, string[]>();
  const keyOf = ({ addon, object }: Place) => `${addon}\0${object}`;
  for (const { at, severity } of problems) {
    // It doesn't say that the value is wrong: Flux takes a default.
    if (severity === 'notice') continue;
    const place = at.object === undefined ? placeOfSetting(at) : at;
    if (place !== undefined) paths.set(keyOf(place), [...(paths.get(keyOf(place)) ?? []), place.path ?? '']);
  }
  return (at) =>
    paths.get(keyOf(at))?.some((path) => path === at.path || path.startsWith(`${at.path}.`) || path === '') === true;
};

/** The place of a field of an addon's `kustomization` in the resulting object. */
const placeOfSetting = ({ addon, path }: Place): Place | undefined =>
  addon !== undefined && path?.startsWith(SETTING) === true
    ? { addon, object: `Kustomization/${addon}`, path: `spec.${path.slice(SETTING.length)}` }
    : undefined;
const SETTING = 'kustomization.';

const faultOf = (name: string, rule: string, fault: string): Diagnostic =>
  diagnose(schemaFile, {
    severity: 'warning',
    message: `a rule of ${name} cannot be read, and is not checked: ${fault}`,
    notes: [`rule ${rule.replaceAll(/\s+/g, ' ')}`],
    fix: 'fix the rule in the CRD, if the API server refuses it too',
  });

/** A kind that is missing from a known group is probably a mistake. */
const undescribed = (object: StateObject, ours: PackageSchemas, own: FoundSchemas): Diagnostic => {
  const { apiVersion, kind, group } = object;
  const objectKind = `${apiVersion} ${kind}`;
  const isGroupKnown = ours.kinds(group).length > 0 || own.kindsInTree(group).length > 0;
  const at = placeIn(object);
  if (isOptionalVersion(apiVersion, kind)) {
    return diagnose(kindNotDescribed, {
      message: 'of alpha or beta versions of Kubernetes, which no schema here describes',
      at,
      objectKind,
      notes: nearOf(objectKind, ours),
      fix: "make sure that the API server serves them: kubectl api-resources, and --runtime-config if it doesn't",
    });
  }
  return isGroupKnown
    ? diagnose(kindNotDescribed, {
        severity: 'warning',
        message: 'of kinds or versions that their group does not have, as far as the schemas here know',
        at,
        objectKind,
        notes: nearOf(objectKind, ours),
        fix: 'fix apiVersion or kind; kubectl api-resources lists what a newer cluster has',
      })
    : diagnose(kindNotDescribed, {
        message: 'of kinds that no schema describes',
        at,
        objectKind,
        fix: 'import their CRDs: fluxspan import crd FILE, or kubectl get crd NAME… -o yaml | fluxspan import crd -',
      });
};

/** From `apps/v1 Deployment`. */
const groupIn = (name: string): string => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '');

const nearOf = (name: string, ours: PackageSchemas): readonly string[] => {
  const group = groupIn(name);
  const kind = name.slice(name.indexOf(' ') + 1);
  const near = nearest(kind, ours.kinds(group));
  if (near === undefined) return [];
  const versions = near === kind ? ` as ${Object.keys(ours.find(group, kind)?.versions ?? {}).join(', ')}` : '';
  return [`of ${group || 'the core group'}, "${near}" is described${versions}`];
};
