import { type Selector, selects } from '../../compile/patched-texts.js';
import { defineDiagnostic, diagnose, nearest, type Severity } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import type { PackageSchemas } from '../../schema/package-schemas.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { Patch } from '../languages/patch.js';
import { isRelease, patchedBy, patchesOf } from '../patches/find-patches.js';
import { openPatchReader } from '../patches/patch-reader.js';
import { defineRule, placeIn, type StateIndex, type StateObject } from '../rule.js';
import type { FoundSchemas } from '../schemas/find-schemas.js';

export const patchTarget = defineDiagnostic({
  code: 'FX650',
  name: 'patch-target',
  severity: 'error',
  summary:
    "A patch names an object that doesn't exist, so kustomize fails; or its target matches none, so nothing is patched.",
  page: {
    example: "kustomization: { patches: [{ patch: 'kind: Deployment, metadata: { name: wbe }, …' }] }",
    flux: 'no resource matches strategic merge patch "Deployment.v1.apps/wbe.default": no matches for Id',
    right: "patch: 'apiVersion: apps/v1, kind: Deployment, metadata: { name: web, namespace: default }, …'",
  },
  exceptable: true,
});

/**
 * The patches of Kustomizations and releases can be applied, and patches of an addon's own Kustomization change
 * something.
 */
export const patchTargetRule = defineRule([patchTarget], ({ units }, report, { schemas, kinds: found, index }) => {
  const kinds = openKinds(schemas.checker.known, found, index);
  const reader = openPatchReader();
  for (const unit of units) {
    for (const objects of [unit.objects, unit.entry]) {
      for (const object of objects) {
        for (const { path, patch: text, target } of patchesOf(object)) {
          // Flux doesn't substitute in the cluster's own folder.
          if ((objects !== unit.entry || unit.parent !== undefined) && holdsExpression(text)) continue;
          const patch = reader.patch(text);
          // Another rule reports syntax errors.
          if (typeof patch === 'string') continue;
          const fault =
            faultOf(patch, target, objects === unit.entry ? patchedBy(object, unit) : undefined) ??
            (isRelease(object) ? kindFaultOf(patch, target, kinds) : undefined);
          if (fault === undefined) continue;
          report(
            diagnose(patchTarget, {
              message: `${object.title}: ${fault.message}`,
              at: placeIn(object, path),
              fix: fault.fix,
              ...(fault.severity === undefined ? {} : { severity: fault.severity }),
            }),
          );
        }
      }
    }
  }
});

interface Fault {
  readonly message: string;
  readonly fix: string;
  /** A warning if nothing fails but nothing happens either. @default - an error */
  readonly severity?: Severity;
}

const OPERATIONS: readonly unknown[] = ['add', 'remove', 'replace', 'move', 'copy', 'test'];

const faultOf = (
  patch: Patch,
  target: Selector | undefined,
  objects: readonly StateObject[] | undefined,
): Fault | undefined => {
  if (patch.kind === 'operations') {
    if (target === undefined && patch.operations.length > 0) {
      return {
        message: 'the patch has JSON 6902 operations and no target, and kustomize fails',
        fix: "Add target: { kind: 'Deployment', name: 'web' }",
      };
    }
    for (const { op, path } of patch.operations) {
      if (!OPERATIONS.includes(op)) {
        return {
          message: `the patch has the operation ${JSON.stringify(op) ?? 'without "op"'}`,
          fix: `Use ${OPERATIONS.join(', ')}`,
        };
      }
      if (typeof path !== 'string' || !path.startsWith('/')) {
        return {
          message: `the patch has the path ${JSON.stringify(path) ?? '""'}, which isn't a JSON pointer`,
          fix: 'Write it as /spec/replicas; "/" inside a key is ~1, and "~" is ~0',
        };
      }
    }
  } else if (target === undefined) {
    const missing = patch.objects.find((one) => objects?.some((object) => isNamed(one, object)) === false);
    return missing === undefined ? undefined : noObject(missing, objects!);
  } else if (patch.objects.length > 1) {
    return {
      message: 'the patch has a target and more than one object to merge, and kustomize fails',
      fix: 'Give each object a patch of its own',
    };
  }
  if (target === undefined || objects === undefined || objects.some((object) => mayBeSelected(target, object)))
    return undefined;
  return {
    message: `the target of the patch selects none of the ${objects.length} objects that the Kustomization builds, so nothing is patched`,
    fix: 'Correct the target, or remove the patch',
    severity: 'warning',
  };
};

/** What is known about kinds by their names alone. */
interface Kinds {
  isKnown(kind: string): boolean;
  /** The known kind with the most similar name. */
  near(kind: string): string | undefined;
}

const openKinds = (known: PackageSchemas, own: FoundSchemas, { byKind }: StateIndex): Kinds => {
  let all: ReadonlySet<string> | undefined;
  const names = (): ReadonlySet<string> => {
    all ??= new Set([
      ...known.groups().flatMap((group) => [...known.kinds(group), ...own.kindsInTree(group)]),
      ...[...byKind.keys()].map((key) => key.slice(key.indexOf('/') + 1)),
      ...(byKind.get('apiextensions.k8s.io/CustomResourceDefinition') ?? []).map(({ json }) =>
        String((json['spec'] as { readonly names?: { readonly kind?: unknown } } | undefined)?.names?.kind),
      ),
    ]);
    return all;
  };
  return { isKnown: (kind) => names().has(kind), near: (kind) => nearest(kind, names(), 1) };
};

/** The objects of a release aren't known, but most of the kinds are. */
const kindFaultOf = (patch: Patch, target: Selector | undefined, kinds: Kinds): Fault | undefined => {
  const named = patch.kind === 'merge' && target === undefined ? patch.objects.map(({ kind }) => kind) : [target?.kind];
  const unknown = named.find(
    (kind): kind is string => typeof kind === 'string' && /^[A-Za-z0-9]+$/.test(kind) && !kinds.isKnown(kind),
  );
  if (unknown === undefined) return undefined;
  const near = kinds.near(unknown);
  if (near === undefined) {
    return {
      message: `the patch is for the kind ${JSON.stringify(unknown)}, which no schema here describes, so it isn't known whether the release has such an object`,
      fix: "Nothing, if the release makes it; otherwise, correct the kind. A CRD file in the app's schemas makes it known",
      severity: 'notice',
    };
  }
  return {
    message: `the patch is for the kind ${JSON.stringify(unknown)}, which is almost ${JSON.stringify(near)}, and ${target === undefined ? 'kustomize fails if the release has no such object' : 'nothing is patched if the release has no such object'}`,
    fix: `Did you mean ${JSON.stringify(near)}?`,
    severity: 'warning',
  };
};

type Named = Readonly<Record<string, unknown>>;

/** Whether kustomize matches the object of a patch, by its whole identity. Cluster-scoped objects have no namespace. */
const isNamed = ({ apiVersion, kind, metadata }: Named, object: StateObject): boolean => {
  const { name, namespace = 'default' } = (isObject(metadata) ? metadata : {}) as Named;
  if (object.kind !== kind || object.name !== name || object.apiVersion !== apiVersion) return false;
  return object.namespace === undefined || object.namespace === namespace;
};

const noObject = ({ apiVersion, kind, metadata }: Named, objects: readonly StateObject[]): Fault => {
  const { name, namespace } = (isObject(metadata) ? metadata : {}) as Named;
  const identity = `${String(apiVersion ?? 'no apiVersion')} ${String(kind)} "${String(name)}"`;
  const where = namespace === undefined ? 'without a namespace' : `in namespace "${String(namespace)}"`;
  const near = objects.find((object) => object.kind === kind && object.name === name);
  const whose = objects.every(({ addon }) => addon !== undefined) ? 'the addon' : 'its folder';
  const fix =
    near === undefined
      ? `Name an object that ${whose} makes, or give the patch a target`
      : `Write apiVersion: ${near.apiVersion}${near.namespace === undefined ? '' : ` and metadata.namespace: ${near.namespace}`}`;
  return { message: `the patch names ${identity} ${where}, which ${whose} doesn't make, and kustomize fails`, fix };
};

/** An object without a namespace may be in any namespace. */
const mayBeSelected = (target: Selector, object: StateObject): boolean => {
  const { namespace: _, ...rest } = target;
  return selects(object.namespace === undefined ? rest : target, object);
};
