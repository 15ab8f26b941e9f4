import type { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { Bucket } from '../constructs/bucket.js';
import { GitRepository } from '../constructs/git-repository.js';
import { Kustomization, type KustomizationProps } from '../constructs/kustomization.js';
import { OCIRepository } from '../constructs/oci-repository.js';
import { VARS_CONFIG_MAP } from '../contract/index.js';
import type { AddonInstance } from './addon.js';
import type { VarLiterals } from './build-addon.js';
import type { AddonInputs } from './inspection.js';
import { type AddonSource, refOfSource } from './source.js';

/** What an addon's Kustomization reads in place of the tree. */
export interface SourceEntry {
  readonly sourceRef: KustomizationProps['sourceRef'];
  /** The source, where the addon makes it. */
  readonly object: ApiObject | undefined;
}

/** The source that holds an addon's objects; undefined where its `build` makes them. */
export const addonSource = (instance: AddonInstance, scope: Construct, id: string): SourceEntry | undefined => {
  const { source } = instance.definition;
  if (source === undefined) return undefined;
  if (source.kind === 'existing') return { sourceRef: source.props, object: undefined };
  const object = makeSource(source, instance, scope, `${id}${source.kind}`);
  return { sourceRef: object, object };
};

const makeSource = (
  source: Exclude<AddonSource, { kind: 'existing' }>,
  { name, tag }: AddonInstance,
  scope: Construct,
  id: string,
): Bucket | GitRepository | OCIRepository => {
  switch (source.kind) {
    case 'Bucket':
      return new Bucket(scope, id, { name, ...source.props });
    case 'GitRepository':
      return new GitRepository(scope, id, { name, ...source.props, ref: refOfSource(source, tag) });
    case 'OCIRepository':
      return new OCIRepository(scope, id, { name, ...source.props, ref: refOfSource(source, tag) });
  }
};

/** In a plain cdk8s chart: the source of an addon, and the Kustomization that reads it. */
export const addSourceEntry = (
  instance: AddonInstance,
  inputs: AddonInputs,
  root: Construct,
  literals: VarLiterals | undefined,
): void => {
  const entry = addonSource(instance, root, '');
  if (entry === undefined) return;
  const postBuild =
    literals === undefined
      ? { substituteFrom: [{ kind: 'ConfigMap', name: VARS_CONFIG_MAP }] }
      : { substitute: Object.fromEntries(Object.entries(literals).map(([name, value]) => [name, String(value)])) };
  new Kustomization(root, 'Kustomization', {
    prune: false,
    ...instance.kustomization,
    ...(inputs.vars.size === 0 ? {} : { postBuild }),
    path: instance.definition.path ?? '',
    sourceRef: entry.sourceRef,
    name: instance.name,
  } as KustomizationProps);
};
