import type { CompiledAddon, CompiledObject } from '../../../compile/compiled-cluster.js';
import { type Selector, selects } from '../../../compile/patched-texts.js';
import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { isObject } from '../../../json/is-object.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { specOf } from '../../cluster-index.js';
import { readPatch } from '../../languages/patch.js';
import { defineRule } from '../../rule.js';

const patchTarget = defineDiagnostic({
  code: 'FX650',
  name: 'patch-target',
  severity: 'error',
  summary:
    'A patch names no object that is there, so that kustomize fails; or its target selects none, so that nothing is patched.',
  page: {
    example: "kustomization: { patches: [{ patch: 'kind: Deployment, metadata: { name: wbe }, …' }] }",
    flux: 'no resource matches strategic merge patch "Deployment.v1.apps/wbe.default": no matches for Id',
    right: "patch: 'apiVersion: apps/v1, kind: Deployment, metadata: { name: web, namespace: default }, …'",
  },
  exceptable: true,
});

/** The patches of Kustomizations and releases can be applied, and those of an addon's own Kustomization change something. */
export const patchTargetRule = defineRule([patchTarget], ({ addons }, report) => {
  for (const addon of addons) {
    for (const objects of [addon.objects, addon.entry]) {
      for (const object of objects) {
        for (const { path, patch, target } of patchesOf(object)) {
          // In the cluster's own folder nothing is substituted.
          if (objects !== addon.entry && holdsExpression(patch)) continue;
          const fault = faultOf(patch, target, objects === addon.entry ? patchedBy(object, addon) : undefined);
          if (fault === undefined) continue;
          report(
            diagnose(patchTarget, {
              message: `${object.title}: ${fault.message}`,
              at: { addon: object.addon, object: object.title, path },
              fix: fault.fix,
              ...(fault.isMiss === true ? { severity: 'warning' } : {}),
            }),
          );
        }
      }
    }
  }
});

interface FoundPatch {
  readonly path: string;
  readonly patch: string;
  readonly target: Selector | undefined;
}

const patchesOf = (object: CompiledObject): readonly FoundPatch[] => {
  const spec = specOf(object);
  const found: FoundPatch[] = [];
  const add = (patches: unknown, path: string) => {
    for (const [index, one] of (Array.isArray(patches) ? patches : []).entries()) {
      if (!isObject(one) || typeof one['patch'] !== 'string') continue;
      const target = isObject(one['target']) ? (one['target'] as Selector) : undefined;
      found.push({ path: `${path}[${index}]`, patch: one['patch'], target });
    }
  };
  if (object.group === 'kustomize.toolkit.fluxcd.io' && object.kind === 'Kustomization') {
    add(spec['patches'], 'spec.patches');
  } else if (object.group === 'helm.toolkit.fluxcd.io' && object.kind === 'HelmRelease') {
    const renderers = Array.isArray(spec['postRenderers']) ? spec['postRenderers'] : [];
    for (const [index, one] of renderers.entries()) {
      const kustomize = isObject(one) && isObject(one['kustomize']) ? one['kustomize'] : {};
      add(kustomize['patches'], `spec.postRenderers[${index}].kustomize.patches`);
    }
  }
  return found;
};

/** All that a Kustomization builds; undefined where another repository or a component brings more. */
const patchedBy = (kustomization: CompiledObject, { built, objects }: CompiledAddon) => {
  const { components, path } = specOf(kustomization);
  const isKnown = kustomization.kind === 'Kustomization' && built.folder !== undefined && !built.isPartial;
  return isKnown && components === undefined && path !== undefined ? objects : undefined;
};

interface Fault {
  readonly message: string;
  readonly fix: string;
  /** Nothing fails, and nothing happens either. */
  readonly isMiss?: true;
}

const OPERATIONS: readonly unknown[] = ['add', 'remove', 'replace', 'move', 'copy', 'test'];

const faultOf = (
  text: string,
  target: Selector | undefined,
  objects: readonly CompiledObject[] | undefined,
): Fault | undefined => {
  const patch = readPatch(text);
  // A syntax error has a rule of its own.
  if (typeof patch === 'string') return undefined;
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
    isMiss: true,
  };
};

type Named = Readonly<Record<string, unknown>>;

/** As kustomize finds the object of a patch: by all of its identity. Cluster-scoped ones have no namespace. */
const isNamed = ({ apiVersion, kind, metadata }: Named, object: CompiledObject): boolean => {
  const { name, namespace = 'default' } = (isObject(metadata) ? metadata : {}) as Named;
  if (object.kind !== kind || object.name !== name || object.apiVersion !== apiVersion) return false;
  return object.namespace === undefined || object.namespace === namespace;
};

const noObject = ({ apiVersion, kind, metadata }: Named, objects: readonly CompiledObject[]): Fault => {
  const { name, namespace } = (isObject(metadata) ? metadata : {}) as Named;
  const identity = `${String(apiVersion ?? 'no apiVersion')} ${String(kind)} "${String(name)}"`;
  const where = namespace === undefined ? 'without a namespace' : `in namespace "${String(namespace)}"`;
  const near = objects.find((object) => object.kind === kind && object.name === name);
  const fix =
    near === undefined
      ? 'Name an object that the addon makes, or give the patch a target'
      : `Write apiVersion: ${near.apiVersion}${near.namespace === undefined ? '' : ` and metadata.namespace: ${near.namespace}`}`;
  return { message: `the patch names ${identity} ${where}, which the addon doesn't make, and kustomize fails`, fix };
};

/** An object without a namespace is in any, as far as it is known here. */
const mayBeSelected = (target: Selector, object: CompiledObject): boolean => {
  const { namespace: _, ...rest } = target;
  return selects(object.namespace === undefined ? rest : target, object);
};
