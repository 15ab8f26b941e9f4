import type { CompiledAddon, CompiledCluster, CompiledObject } from '../compile/compiled-cluster.js';
import { FLUX_NAMESPACE } from '../contract/index.js';
import type { FluxVersion } from '../declared/declared-cluster.js';
import type { JsonObject } from '../json/json-value.js';
import { applyPatches } from '../rules/patches/apply-patches.js';
import { type SubstituteOptions, type SubstituteOutcome, substituteObject } from '../substitution/index.js';
import { printedJson } from '../tree/printed-json.js';
import { type AppliedRelease, composeRelease, dataOf } from './compose-release.js';
import { type GivenConfigMap, type GivenInfra, titleOfGiven, withOtherKeys } from './given-config-maps.js';

/** Where the value of a var came from: the last of its sources. */
export interface VarOrigin {
  readonly value: string;
  /** `ConfigMap flux-system/cluster-vars-terraform`, or `postBuild.substitute`. */
  readonly from: string;
}

export interface AppliedObject {
  readonly source: CompiledObject;
  /** As the tree's file has it. */
  readonly written: JsonObject;
  /** What the patches of its Kustomization make of that, before Flux substitutes; absent where none is for it. */
  readonly patched?: JsonObject;
  readonly outcome: SubstituteOutcome;
  /** Of a HelmRelease. */
  readonly release?: AppliedRelease;
}

/** What one Kustomization comes to. */
export interface AppliedKustomization {
  readonly name: string;
  readonly vars: ReadonlyMap<string, VarOrigin>;
  /** Why it cannot be built at all, in Flux's words. */
  readonly error?: string;
  /** Why kustomize fails before that, which it says in other words. */
  readonly unbuilt?: string;
  readonly objects: readonly AppliedObject[];
  /** Fields of the Kustomization by which it changes its objects, and which are not looked at here. */
  readonly leftOut: readonly string[];
}

/** What kustomize or Flux does to objects beyond patches and substitution. */
const CHANGES_OBJECTS = ['images', 'components', 'commonMetadata'] as const;

const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

interface PostBuild {
  readonly substitute?: Readonly<Record<string, string>>;
  readonly substituteFrom?: readonly { readonly kind: string; readonly name: string; readonly optional?: boolean }[];
  readonly substituteStrategy?: 'Always' | 'WithVariables';
}

/** What Flux will make of a cluster's tree, Kustomization by Kustomization, in the order of the tree; the root first. */
export const applyCluster = (compiled: CompiledCluster, infra: GivenInfra): readonly AppliedKustomization[] => {
  const inCluster = new Map(infra.configMaps.map((one) => [titleOfGiven(one), one]));
  const root: AppliedKustomization = {
    name: FLUX_NAMESPACE,
    vars: new Map(),
    leftOut: [],
    objects: compiled.addons.flatMap(({ entry }) => entry).map(asItIs),
  };
  const applied = compiled.addons
    .filter(({ built }) => built.folder !== undefined)
    .map((addon) => applyAddon(addon, compiled.cluster.flux, inCluster));
  // A layer of values may be an object of the tree itself, as Flux applied it.
  const written = new Map(inCluster);
  for (const { objects } of applied) {
    for (const { outcome } of objects) {
      const data = outcome.kind === 'object' ? dataOf(outcome.object) : undefined;
      if (data !== undefined) written.set(`${data.kind} ${data.namespace}/${data.name}`, withOtherKeys(data, written));
    }
  }
  return [
    root,
    ...applied.map((one) => ({
      ...one,
      objects: one.objects.map((object) =>
        object.source.kind === 'HelmRelease' && object.outcome.kind === 'object'
          ? { ...object, release: composeRelease(object.outcome.object, written) }
          : object,
      ),
    })),
  ];
};

const asItIs = (source: CompiledObject): AppliedObject => {
  const written = printedJson(source);
  return { source, written, outcome: { kind: 'object', object: written as never, isSubstituted: false } };
};

/** Flux's behaviour by its version: https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution */
const optionsOf = (flux: FluxVersion, postBuild: PostBuild): SubstituteOptions => ({
  strict: flux === '2.9',
  ...(postBuild.substituteStrategy === undefined ? {} : { strategy: postBuild.substituteStrategy }),
});

const applyAddon = (
  addon: CompiledAddon,
  flux: FluxVersion,
  inCluster: ReadonlyMap<string, GivenConfigMap>,
): AppliedKustomization => {
  const { name } = addon.built;
  const own = addon.entry.find(({ kind }) => kind === 'Kustomization');
  const spec = (own === undefined ? {} : (printedJson(own)['spec'] ?? {})) as {
    readonly postBuild?: PostBuild;
  } & JsonObject;
  const { postBuild } = spec;
  const vars = new Map<string, VarOrigin>();
  const build = buildObjects(addon, spec);
  const { leftOut, built } = build;
  if (build.unbuilt !== undefined) return { name, vars, leftOut, objects: [], unbuilt: build.unbuilt };
  if (postBuild === undefined) {
    return {
      name,
      vars,
      leftOut,
      objects: built.map((one) => ({
        ...one,
        outcome: { kind: 'object', object: (one.patched ?? one.written) as never, isSubstituted: false },
      })),
    };
  }
  for (const { kind, name: from, optional } of postBuild.substituteFrom ?? []) {
    const there = inCluster.get(`${kind} ${addon.built.kustomizationNamespace}/${from}`);
    if (there === undefined) {
      if (optional === true) continue;
      const resource = kind === 'Secret' ? 'secrets' : 'configmaps';
      return {
        name,
        vars,
        leftOut,
        objects: [],
        error: `substitute from '${kind}/${from}' error: ${resource} "${from}" not found`,
      };
    }
    for (const [key, value] of Object.entries(there.data)) {
      vars.set(key, { value, from: `${kind} ${addon.built.kustomizationNamespace}/${from}` });
    }
  }
  for (const [key, value] of Object.entries(postBuild.substitute ?? {})) {
    vars.set(key, { value, from: 'postBuild.substitute' });
  }
  const values = Object.fromEntries([...vars].map(([key, { value }]) => [key, value]));
  const options = optionsOf(flux, postBuild);
  return {
    name,
    vars,
    leftOut,
    objects: built.map((one) => ({
      ...one,
      outcome: substituteObject(one.patched ?? one.written, values, options),
    })),
  };
};

interface BuiltObjects {
  readonly built: readonly Pick<AppliedObject, 'source' | 'written' | 'patched'>[];
  readonly leftOut: readonly string[];
  /** Why kustomize fails. */
  readonly unbuilt?: string;
}

/** The objects of an addon's folder, with the patches of its Kustomization. */
const buildObjects = ({ objects }: CompiledAddon, spec: JsonObject): BuiltObjects => {
  const written = objects.map((source) => ({
    source,
    json: printedJson(source),
    isClusterScoped: source.namespace === undefined,
  }));
  const patched = applyPatches(spec['patches'], written);
  const leftOut = [
    ...(patched.leftOut.length === 0 ? [] : ['patches that select by labels or annotations']),
    ...CHANGES_OBJECTS.filter((field) => isGiven(spec[field])),
  ];
  const [failure] = patched.failures;
  // A component or another folder may have the object that a patch names.
  if (failure !== undefined && (failure.object !== undefined || leftOut.length === 0)) {
    const of = failure.object === undefined ? '' : ` of ${failure.object.source.title}`;
    return { built: [], leftOut, unbuilt: `patch ${failure.index}${of}: ${failure.reason}` };
  }
  const built = patched.objects.flatMap(({ object, json, by }) => {
    if (json === undefined) return [];
    const { source, json: own } = object;
    return [{ source, written: own, ...(by.length === 0 ? {} : { patched: json }) }];
  });
  return { built, leftOut };
};
