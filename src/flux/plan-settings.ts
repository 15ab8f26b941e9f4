import type { JsonObject } from '../json/json-value.js';
import { defaultComponents } from './components.js';
import { componentsOf, flagsOf } from './controller-args.js';
import type { FluxSettings } from './flux-settings.js';
import { labelsAskedFor } from './label-selector.js';

/** What prints JSON as YAML. */
type Print = (value: unknown) => string;

/** What applies the settings of Flux in one cluster. */
export interface PlannedSettings {
  /** The field of `flux-system/kustomization.yaml` that includes the folder. */
  readonly field: 'components' | 'resources';
  /** By name in the folder. */
  readonly files: ReadonlyMap<string, JsonObject>;
}

const ARGS = '/spec/template/spec/containers/0/args/-';
/** Where the images of a release are; `flux bootstrap --registry` writes another one. */
const REGISTRY = 'ghcr.io/fluxcd';

/** One patch for each controller that gets a flag, and one for the root where that must not be applied as a tenant. */
const patchesOf = (settings: FluxSettings, print: Print): readonly JsonObject[] => {
  const controllers = componentsOf(settings).flatMap((name): readonly JsonObject[] => {
    const operations = [...flagsOf(settings, name)].map(([flag, value]) => ({
      op: 'add',
      path: ARGS,
      value: `--${flag}=${value}`,
    }));
    if (operations.length === 0) return [];
    return [{ patch: print(operations), target: { group: 'apps', kind: 'Deployment', name } }];
  });
  if (settings.defaultServiceAccount === undefined) return controllers;
  const root = [{ op: 'add', path: '/spec/serviceAccountName', value: 'kustomize-controller' }];
  return [
    ...controllers,
    { patch: print(root), target: { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' } },
  ];
};

const component = (settings: FluxSettings, print: Print): JsonObject => {
  const { registry } = settings;
  const images =
    registry === undefined
      ? []
      : componentsOf(settings).map((name) => ({ name: `${REGISTRY}/${name}`, newName: `${registry}/${name}` }));
  const patches = patchesOf(settings, print);
  return {
    apiVersion: 'kustomize.config.k8s.io/v1alpha1',
    kind: 'Component',
    ...(images.length === 0 ? {} : { images }),
    ...(patches.length === 0 ? {} : { patches }),
  };
};

/** The labels by which the controllers look at the root and the source that the operator makes. */
const rootLabels = ({ watchLabelSelector, operator }: FluxSettings, print: Print): readonly JsonObject[] => {
  const labels = watchLabelSelector === undefined ? {} : labelsAskedFor(watchLabelSelector);
  if (operator?.sync === undefined || Object.keys(labels).length === 0) return [];
  return [
    ['kustomize.toolkit.fluxcd.io', 'Kustomization'],
    ['source.toolkit.fluxcd.io', operator.sync.kind],
  ].map(([group, kind]) => ({
    // kustomize takes the target's name.
    patch: print({ apiVersion: `${group}/v1`, kind, metadata: { labels, name: 'any' } }),
    target: { group, kind },
  })) as readonly JsonObject[];
};

const fluxInstance = (settings: FluxSettings, path: string, print: Print): JsonObject => {
  const { version, registry = REGISTRY, components = defaultComponents, operator = {} } = settings;
  const { release = `${version}.x`, artifact, sync, cluster } = operator;
  const patches = [...patchesOf({ ...settings, components }, print), ...rootLabels(settings, print)];
  return {
    apiVersion: 'fluxcd.controlplane.io/v1',
    kind: 'FluxInstance',
    // Without it, a tree that loses this file would uninstall Flux.
    // The operator takes no other name.
    metadata: {
      annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' },
      name: 'flux',
      namespace: 'flux-system',
    },
    spec: {
      ...(cluster === undefined ? {} : { cluster: { ...cluster } }),
      components: componentsOf({ ...settings, components }),
      distribution: { ...(artifact === undefined ? {} : { artifact }), registry, version: release },
      ...(patches.length === 0 ? {} : { kustomize: { patches } }),
      ...(sync === undefined ? {} : { sync: { interval: '1m', ...sync, path } }),
    },
  };
};

/**
 * The files of the folder that `flux-system/kustomization.yaml` includes: a component with patches of Flux's Deployments,
 * or a FluxInstance.
 *
 * @param path the cluster's folder, as Flux's root names it
 */
export const planSettings = (settings: FluxSettings, path: string, print: Print): PlannedSettings => {
  if (settings.operator === undefined) {
    return { field: 'components', files: new Map([['kustomization.yaml', component(settings, print)]]) };
  }
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: ['flux-instance.yaml'],
  };
  return {
    field: 'resources',
    files: new Map<string, JsonObject>([
      ['kustomization.yaml', kustomization],
      ['flux-instance.yaml', fluxInstance(settings, path, print)],
    ]),
  };
};
