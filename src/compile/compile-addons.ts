import type { ApiObject } from 'cdk8s';
import { giveNamespace } from '../addon/give-namespace.js';
import { groupOf } from '../constructs/reference.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { isDisabled } from '../substitution/is-disabled.js';
import { findSites, NO_SITES } from '../substitution/sites.js';
import type { AddonChart } from './build-addons.js';
import type { AddonDraft } from './built-cluster.js';
import type { CompiledObject } from './compiled-object.js';
import { kindScopes, type ScopeOf } from './kind-scopes.js';
import type { ObjectCompiler } from './object-compiler.js';
import type { OwnKinds } from './own-kinds.js';
import { replacePathTexts } from './path-texts.js';
import { ownersOf } from './text-owners.js';

/** The objects of all addons of a cluster. */
export interface CompiledAddons {
  readonly drafts: readonly AddonDraft[];
  readonly declaredVars: ReadonlySet<string>;
  readonly scopeOf: ScopeOf;
  /** Makes one more object of an addon plain. */
  compileOf(chart: AddonChart, object: ApiObject): CompiledObject | undefined;
}

/** Makes the objects of all addons plain, each in its namespace. */
export const compileAddons = (
  charts: readonly AddonChart[],
  compiler: ObjectCompiler,
  ownKinds: OwnKinds,
  report: (problem: Diagnostic) => void,
): CompiledAddons => {
  const declaredVars = new Set(charts.flatMap(({ known }) => [...known.vars.keys()]));
  const compileOf: CompiledAddons['compileOf'] = (
    { instance: { name }, isDone, known, kustomizationNamespace },
    object,
  ) =>
    compiler.compile(object, {
      addon: name,
      owner: `${kustomizationNamespace}/${name}`,
      isUnfinished: !isDone,
      sitesOf: (json) => (isDisabled(json) ? NO_SITES : findSites(json, ownersOf(known, declaredVars))),
    });

  // A CRD says where the objects of its kind live, whichever addon makes them: CRDs come first.
  const crds = new Map<ApiObject, CompiledObject | undefined>();
  for (const chart of charts) {
    for (const object of chart.constructs) {
      if (!isCrd(object)) continue;
      giveNamespace(object, chart.instance.definition.namespace);
      crds.set(object, compileOf(chart, object));
    }
  }
  const scopeOf = kindScopes(
    [...crds.values()].flatMap((crd) => (crd === undefined ? [] : [crd.json])),
    ownKinds,
  );
  const isClusterScoped = (group: string, kind: string) => scopeOf(group, kind) === 'Cluster';

  // Before any is made plain, since some read others' namespaces then.
  for (const { instance, constructs } of charts) {
    for (const object of constructs)
      if (!crds.has(object)) giveNamespace(object, instance.definition.namespace, isClusterScoped);
  }

  replacePathTexts(charts, report);

  const drafts = charts.map((chart): AddonDraft => {
    const { instance, stage, isDone, constructs, inputs, settings, kustomizationNamespace, known, outputs } = chart;
    const objects = constructs.flatMap((object) => {
      return (crds.has(object) ? crds.get(object) : compileOf(chart, object)) ?? [];
    });
    const isPartial = !isDone || objects.length < constructs.length;
    return {
      instance,
      name: instance.name,
      stage,
      objects,
      isPartial,
      inputs,
      settings,
      kustomizationNamespace,
      known,
      outputs,
    };
  });
  return { drafts, declaredVars, scopeOf, compileOf };
};

const isCrd = ({ kind, apiVersion }: ApiObject): boolean =>
  kind === 'CustomResourceDefinition' && groupOf(apiVersion) === 'apiextensions.k8s.io';
