import type { Construct } from 'constructs';
import { GitRepository } from '../constructs/git-repository.js';
import { Kustomization, type KustomizationProps } from '../constructs/kustomization.js';
import { VARS_CONFIG_MAP } from '../contract/index.js';
import type { AddonInstance } from './addon.js';
import type { VarLiterals } from './build-addon.js';
import type { AddonInputs } from './inspection.js';

/** The Git repository that holds an addon's objects; undefined where its `build` makes them. */
export const addonRepository = (instance: AddonInstance, scope: Construct, id: string): GitRepository | undefined => {
  const { source } = instance.definition;
  if (source === undefined) return undefined;
  return new GitRepository(scope, id, {
    name: source.name ?? instance.name,
    url: source.url,
    ref: { tag: instance.tag ?? source.tag },
    ...(source.ignore === undefined ? {} : { ignore: source.ignore }),
  });
};

/** In a plain cdk8s chart: the repository of an addon, and the Kustomization that reads it. */
export const addSourceEntry = (
  instance: AddonInstance,
  inputs: AddonInputs,
  root: Construct,
  literals: VarLiterals | undefined,
): void => {
  const repository = addonRepository(instance, root, 'GitRepository');
  if (repository === undefined) return;
  const postBuild =
    literals === undefined
      ? { substituteFrom: [{ kind: 'ConfigMap', name: VARS_CONFIG_MAP }] }
      : { substitute: Object.fromEntries(Object.entries(literals).map(([name, value]) => [name, String(value)])) };
  new Kustomization(root, 'Kustomization', {
    prune: false,
    ...instance.kustomization,
    ...(inputs.vars.size === 0 ? {} : { postBuild }),
    path: instance.definition.path ?? '',
    sourceRef: repository,
    name: instance.name,
  } as KustomizationProps);
};
