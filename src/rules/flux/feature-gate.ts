import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import type { Component } from '../../flux/components.js';
import { isGateOn } from '../../flux/controller-args.js';
import { listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { defineRule, placeIn, type StateIndex, type StateObject, specOf } from '../rule.js';

const gateOff = defineDiagnostic({
  code: 'FX664',
  name: 'feature-gate-off',
  severity: 'error',
  summary:
    "A Flux object needs a feature gate of its controller that is off, which is the default: the controller refuses the object for good. A notice if the cluster's code doesn't declare its Flux.",
  page: {
    example: "existingSource({ kind: 'ExternalArtifact', name: 'apps' }), with flux: { version: '2.9' }",
    flux: "can't access 'ExternalArtifact/flux-system/apps', ExternalArtifact feature gate is disabled",
    right: "flux: { version: '2.9', featureGates: { ExternalArtifact: true } }",
  },
  exceptable: true,
});

interface Need {
  readonly gate: 'ExternalArtifact' | 'ObjectLevelWorkloadIdentity';
  readonly path: string;
  /** What the object does that needs the gate. */
  readonly what: string;
  readonly says: string;
}

type FindNeed = (spec: JsonObject, object: StateObject, index: StateIndex) => Need | undefined;

const artifact =
  (path: string, field: 'chartRef' | 'sourceRef'): FindNeed =>
  (spec, { namespace }) => {
    const reference = spec[field];
    if (!isObject(reference) || reference['kind'] !== 'ExternalArtifact') return undefined;
    const name = `ExternalArtifact/${String(reference['namespace'] ?? namespace)}/${String(reference['name'])}`;
    return {
      gate: 'ExternalArtifact',
      path,
      what: 'reads an ExternalArtifact',
      says: `can't access '${name}', ExternalArtifact feature gate is disabled`,
    };
  };

/** @param field the field with the ServiceAccount, below `spec` */
const identity = (field: string, purpose: string): Need => ({
  gate: 'ObjectLevelWorkloadIdentity',
  path: `spec.${field}`,
  what: 'has the cloud identity of a ServiceAccount of its own',
  says: `to use spec.${field} for ${purpose} authentication please enable the ObjectLevelWorkloadIdentity feature gate in the controller`,
});

const isSet = (value: unknown): boolean => typeof value === 'string' && value !== '';

/**
 * The need of a source: only one with a provider needs an identity; otherwise its ServiceAccount is for image pull
 * secrets.
 */
const ofProvider: FindNeed = ({ serviceAccountName, provider, secretRef }, { kind }) =>
  isSet(serviceAccountName) &&
  isSet(provider) &&
  provider !== 'generic' &&
  // An OCIRepository prefers the Secret to the provider.
  !(kind === 'OCIRepository' && secretRef !== undefined)
    ? identity('serviceAccountName', 'provider')
    : undefined;

const ofGit: FindNeed = (spec, object, index) =>
  spec['provider'] === 'aws' || spec['provider'] === 'azure' ? ofProvider(spec, object, index) : undefined;

const ofDecryption: FindNeed = ({ decryption }) =>
  isObject(decryption) && isSet(decryption['serviceAccountName'])
    ? identity('decryption.serviceAccountName', 'decryption')
    : undefined;

/** The need of a Provider, for every type. */
const ofNotifier: FindNeed = ({ serviceAccountName }) =>
  isSet(serviceAccountName) ? identity('serviceAccountName', 'provider') : undefined;

/** The need of access to another cluster, if a ConfigMap of the tree configures it. */
const ofKubeConfig: FindNeed = ({ kubeConfig }, { namespace }, { byKind }) => {
  if (!isObject(kubeConfig) || !isObject(kubeConfig['configMapRef'])) return undefined;
  const { name } = kubeConfig['configMapRef'];
  const map = (byKind.get('/ConfigMap') ?? []).find((one) => one.name === name && one.namespace === namespace);
  const data = map?.json['data'];
  if (!isObject(data) || !isSet(data['serviceAccountName'])) return undefined;
  return {
    gate: 'ObjectLevelWorkloadIdentity',
    path: 'spec.kubeConfig.configMapRef',
    what: 'reaches another cluster as a ServiceAccount of its own',
    says: 'ObjectLevelWorkloadIdentity feature gate is not enabled',
  };
};

/** As each controller decides in its `internal/controller`. */
const needs: Readonly<Record<string, readonly [Component, ...FindNeed[]]>> = {
  'helm.toolkit.fluxcd.io/HelmRelease': ['helm-controller', artifact('spec.chartRef', 'chartRef'), ofKubeConfig],
  'kustomize.toolkit.fluxcd.io/Kustomization': [
    'kustomize-controller',
    artifact('spec.sourceRef', 'sourceRef'),
    ofDecryption,
    ofKubeConfig,
  ],
  'source.toolkit.fluxcd.io/Bucket': ['source-controller', ofProvider],
  'source.toolkit.fluxcd.io/GitRepository': ['source-controller', ofGit],
  'source.toolkit.fluxcd.io/OCIRepository': ['source-controller', ofProvider],
  'notification.toolkit.fluxcd.io/Provider': ['notification-controller', ofNotifier],
  'image.toolkit.fluxcd.io/ImageRepository': ['image-reflector-controller', ofProvider],
};

/**
 * Whether the tree asks for the source-watcher, with which Flux turns on the gate ExternalArtifact: by what a FluxInstance
 * lists or, where `flux install` made Flux, by its ArtifactGenerators.
 */
const watchesSources = ({ byKind }: StateIndex): boolean => {
  const instances = byKind.get('fluxcd.controlplane.io/FluxInstance') ?? [];
  return instances.length > 0
    ? instances.some((one) => listOf(specOf(one)['components']).includes('source-watcher'))
    : (byKind.get('source.extensions.fluxcd.io/ArtifactGenerator') ?? []).length > 0;
};

/** Flux's controllers enable the feature gates that the objects need. */
export const featureGateRule = defineRule([gateOff], ({ units, flux, fluxSettings: settings }, report, { index }) => {
  const hasWatcher = settings === undefined && watchesSources(index);
  for (const { objects, entry } of units) {
    const isRemote = entry.some((one) => one.kind === 'Kustomization' && specOf(one)['kubeConfig'] !== undefined);
    for (const object of [...(isRemote ? [] : objects), ...entry]) {
      const [component, ...finders] = needs[`${object.group}/${object.kind}`] ?? [];
      if (component === undefined) continue;
      for (const find of finders) {
        const need = find(specOf(object), object, index);
        if (
          need === undefined ||
          (hasWatcher && need.gate === 'ExternalArtifact') ||
          (settings !== undefined && isGateOn(settings, component, need.gate))
        )
          continue;
        const gates = `featureGates: { ${need.gate}: true }`;
        report(
          diagnose(gateOff, {
            message: `${object.title} ${need.what}, for which ${component} needs the feature gate ${need.gate}; ${settings === undefined ? 'it is off by default, and nothing here turns it on' : 'it is off'}`,
            at: placeIn(object, need.path),
            ...(settings === undefined ? { severity: 'notice' as const } : {}),
            notes: [`with the gate off, Flux reports: ${need.says}`],
            fix:
              object.addon === undefined
                ? `start ${component} with --feature-gates=${need.gate}=true`
                : settings === undefined
                  ? `declare it in the cluster's code: flux: { version: '${flux ?? '…'}', ${gates} }`
                  : `add ${gates} to flux of the cluster`,
          }),
        );
      }
    }
  }
});
