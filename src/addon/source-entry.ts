import type { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { Bucket } from '../constructs/bucket.js';
import { GitRepository, type GitRepositoryProps } from '../constructs/git-repository.js';
import { Kustomization, type KustomizationProps } from '../constructs/kustomization.js';
import type { PostBuildSettings } from '../constructs/kustomization-settings.js';
import { withoutNulls } from '../constructs/merge-layers.js';
import { OCIRepository } from '../constructs/oci-repository.js';
import { FLUX_NAMESPACE, VARS_CONFIG_MAP } from '../contract/index.js';
import type { AddonInstance } from './addon.js';
import type { VarLiterals } from './build-addon.js';
import type { AddonInputs } from './inspection.js';
import { type AddonSource, refOfSource } from './source.js';
import { withoutLists } from './supplied-vars.js';

/** What an addon's Kustomization reads in place of the tree. */
export interface SourceEntry {
  readonly sourceRef: KustomizationProps['sourceRef'];
  /** The source, where the addon makes it. */
  readonly object: ApiObject | undefined;
}

/**
 * The source that holds an addon's objects; undefined where its `build` makes them.
 *
 * @param namespace that of the addon's Kustomization
 */
export const addonSource = (
  instance: AddonInstance,
  scope: Construct,
  id: string,
  namespace: string = FLUX_NAMESPACE,
): SourceEntry | undefined => {
  const { source } = instance.definition;
  if (source === undefined) return undefined;
  if (source.kind === 'existing') return { sourceRef: source.props, object: undefined };
  const { name, tag } = instance;
  const object = newSource(source, scope, `${id}${source.kind}`, { name, namespace }, tag);
  return { sourceRef: object, object };
};

/**
 * The object of a source.
 *
 * @param defaults under what the source says
 * @param version instead of the one that the source says
 */
export const newSource = (
  source: Exclude<AddonSource, { kind: 'existing' }>,
  scope: Construct,
  id: string,
  defaults: Pick<GitRepositoryProps, 'name' | 'namespace' | 'labels' | 'interval'>,
  version?: string,
): Bucket | GitRepository | OCIRepository => {
  switch (source.kind) {
    case 'Bucket':
      return new Bucket(scope, id, { ...defaults, ...source.props });
    case 'GitRepository':
      return new GitRepository(scope, id, { ...defaults, ...source.props, ref: refOfSource(source, version) });
    case 'OCIRepository':
      return new OCIRepository(scope, id, { ...defaults, ...source.props, ref: refOfSource(source, version) });
  }
};

/** In a plain cdk8s chart: the source of an addon, and the Kustomization that reads it. */
export const addSourceEntry = (
  instance: AddonInstance,
  inputs: AddonInputs,
  root: Construct,
  literals: VarLiterals | undefined,
): void => {
  const settings = withoutNulls(withoutLists(instance.kustomization));
  const { namespace } = settings;
  const entry = addonSource(instance, root, '', typeof namespace === 'string' ? namespace : undefined);
  if (entry === undefined) return;
  const given = (settings['postBuild'] ?? {}) as PostBuildSettings;
  const postBuild =
    literals === undefined
      ? { ...given, substituteFrom: [...(given.substituteFrom ?? []), { kind: 'ConfigMap', name: VARS_CONFIG_MAP }] }
      : {
          ...given,
          substitute: {
            ...Object.fromEntries(Object.entries(literals).map(([name, value]) => [name, String(value)])),
            ...given.substitute,
          },
        };
  new Kustomization(root, 'Kustomization', {
    prune: false,
    ...settings,
    ...(inputs.vars.size === 0 ? {} : { postBuild }),
    path: instance.definition.path ?? '',
    sourceRef: entry.sourceRef,
    name: instance.name,
  } as KustomizationProps);
};
