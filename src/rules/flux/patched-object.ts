import type { Selector } from '../../compile/patched-texts.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import type { JsonPath } from '../../json/json-path.js';
import { printPath, startsWith } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { describeViolation } from '../../schema/describe-violation.js';
import { fixViolation } from '../../schema/fix-violation.js';
import type { Violation } from '../../schema/violation.js';
import { eachText } from '../../substitution/each-text.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { type Patch, readPatch } from '../languages/patch.js';
import { applyPatches } from '../patches/apply-patches.js';
import { isKustomization, isRelease, patchedBy, patchesOf } from '../patches/find-patches.js';
import { isCertain, partialObjects } from '../patches/partial-object.js';
import { patchedNow } from '../patches/patched-now.js';
import { patchedIdOf } from '../patches/select.js';
import { defineRule, placeIn, type StateObject, specOf } from '../rule.js';
import { schemaDiagnostic } from '../schemas/schema-diagnostic.js';

const patchFails = defineDiagnostic({
  code: 'FX643',
  name: 'patch-fails',
  severity: 'error',
  summary: "A patch can't be applied to an object that it selects, so Flux builds nothing of the Kustomization.",
  page: {
    example: "{ target: { kind: 'ConfigMap' }, patch: '- { op: remove, path: /data/old }' }   // and no key old",
    flux: "error in remove for path: '/data/old': Unable to remove nonexistent key: old: missing value",
    right: "{ target: { kind: 'ConfigMap' }, patch: '- { op: remove, path: /data/text }' }",
  },
  exceptable: true,
});

const patchedObject = defineDiagnostic({
  code: 'FX644',
  name: 'patched-object',
  severity: 'error',
  summary: 'A patch makes an object violate the schema or a rule of its kind. The API server refuses it.',
  page: {
    example: "{ target: { kind: 'ConfigMap' }, patch: '- { op: add, path: /data/port, value: 80 }' }",
    flux: 'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    right: "{ target: { kind: 'ConfigMap' }, patch: '- { op: add, path: /data/port, value: \"80\" }' }",
  },
  exceptable: true,
});

/**
 * Flux can apply the patches of an addon's Kustomization, and the API server accepts the patched objects. For a release
 * only the kinds of objects are known, so the rule only checks what the patch itself writes.
 */
export const patchedObjectRule = defineRule(
  [patchFails, patchedObject],
  (state, report, { schemas: { checker }, kinds: schemas }) => {
    const check = (json: JsonObject, open: readonly JsonPath[]): readonly Violation[] => {
      const { group, kind, version } = patchedIdOf(json);
      const found = schemas.find(group, kind);
      if (found === undefined || !Object.hasOwn(found.versions, version)) return [];
      const unknown = unknownPaths(json);
      return checker
        .checkObject(found, version, json, { open: [...open, ...unknown], kubernetes: state.kubernetes })
        .filter(({ path }) => !unknown.some((one) => startsWith(path, one) || startsWith(one, path)));
    };
    const checkRelease = (release: StateObject) => {
      for (const { path, patch, target } of patchesOf(release)) {
        const read = holdsExpression(patch) ? '' : readPatch(patch);
        if (typeof read === 'string') continue;
        for (const { apiVersion, kind, isSure } of patchedKinds(read, target)) {
          const { group, version } = patchedIdOf({ apiVersion, kind });
          const found = schemas.find(group, kind);
          if (found === undefined || !Object.hasOwn(found.versions, version)) continue;
          for (const json of partialObjects(read, apiVersion, kind)) {
            for (const violation of checker.checkObject(found, version, json).filter(isCertain)) {
              report(
                diagnose(patchedObject, {
                  message: `${release.title}: the API server refuses what the patch writes into each ${kind}: "${printPath(violation.path)}" ${describeViolation(violation, 'api-server')}`,
                  at: placeIn(release, path),
                  fix: fixViolation(violation, 'api-server'),
                  ...(isSure ? {} : { severity: 'warning' }),
                }),
              );
            }
          }
        }
      }
    };
    for (const unit of state.units) {
      for (const release of [...unit.objects, ...unit.entry].filter(isRelease)) checkRelease(release);
      for (const kustomization of unit.entry.filter(isKustomization)) {
        const { patches } = specOf(kustomization);
        const objects = Array.isArray(patches) ? patchedBy(kustomization, unit) : undefined;
        if (!Array.isArray(patches) || objects === undefined || patches.length === 0) continue;
        const atPatch = (index: number) => placeIn(kustomization, `spec.patches[${index}]`);
        const { failures } = applyPatches(patches, objects.map(asPatchable));
        for (const { index, reason, object } of failures) {
          // Another rule reports patches that match nothing. Objects that Flux's quoting changes aren't compared.
          if (object === undefined || object.source.quoting !== undefined) continue;
          report(
            diagnose(patchFails, {
              message: `${kustomization.title}: the patch can't be applied to ${object.source.title}: ${reason}`,
              at: atPatch(index),
              fix: 'Correct the patch, or give it a target that selects only objects that it fits',
            }),
          );
        }
        for (const object of patchedNow(patches, unit, objects)) {
          const { source, before, open, json, by } = object;
          const known = new Set(check(before, open).map(keyOf));
          for (const violation of check(json, open)) {
            if (known.has(keyOf(violation))) continue;
            const { message, fix, severity } = schemaDiagnostic(violation, source, state);
            report(
              diagnose(patchedObject, {
                message: `${kustomization.title}: with the patch, ${message}`,
                at: atPatch(by.at(-1)!),
                notes: by.length > 1 ? [`patches ${by.join(', ')} change the object`] : [],
                fix,
                severity,
              }),
            );
          }
        }
      }
    }
  },
  { looksAtApplied: true, looksAtTree: true },
);

interface PatchedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** False if another group may have a kind of the same name. */
  readonly isSure: boolean;
}

/** Kinds that rarely exist in another group. */
const WORKLOADS: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  StatefulSet: 'apps/v1',
  DaemonSet: 'apps/v1',
  CronJob: 'batch/v1',
};

/** The kinds that a patch is for, if it names them. */
const patchedKinds = (patch: Patch, target: Selector | undefined): readonly PatchedKind[] => {
  if (target === undefined) {
    if (patch.kind === 'operations' || patch.objects.length > 1) return [];
    return patch.objects.flatMap(({ apiVersion, kind }) =>
      typeof apiVersion === 'string' && typeof kind === 'string' ? [{ apiVersion, kind, isSure: true }] : [],
    );
  }
  const { group, version, kind } = target;
  if (kind === undefined) return [];
  if (group && version) return [{ apiVersion: `${group}/${version}`, kind, isSure: true }];
  const apiVersion = Object.hasOwn(WORKLOADS, kind) ? WORKLOADS[kind] : undefined;
  if (apiVersion === undefined || (group && !apiVersion.startsWith(`${group}/`))) return [];
  return [{ apiVersion, kind, isSure: Boolean(group) }];
};

const asPatchable = (source: StateObject) => ({ source, json: source.json });

/** Paths of texts in a patch that have vars, whose values aren't known here. */
const unknownPaths = (json: JsonObject): readonly JsonPath[] => {
  const found: JsonPath[] = [];
  eachText(json, (text, path, isKey) => {
    if (!isKey && holdsExpression(text)) found.push([...path]);
  });
  return found;
};

const keyOf = ({ kind, path }: Violation): string => `${kind} ${printPath(path)}`;
