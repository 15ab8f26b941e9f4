import { isProvider, isResourceSet } from '../../flux/resource-sets/resource-set.js';
import { isFluxGroup } from '../context/state-index.js';
import type { FoundReference } from './find-references.js';

/** Whether Flux itself uses the account that an object names, and no pod does. */
export const isAccountOfFlux = ({ group, kind, object }: FoundReference): boolean =>
  group === '' &&
  kind === 'ServiceAccount' &&
  (isFluxGroup(object.group) || isResourceSet(object) || isProvider(object));

/** The first request that each controller makes as the account. */
const requests: Readonly<Record<string, string>> = {
  HelmRelease: 'list resource "secrets"',
  Kustomization: 'patch resource …',
};

/** What Flux reports while the account is missing: Kubernetes lets a controller act as an account that isn't there. */
export const accountNotes = ({ name, namespace = '', object, path }: FoundReference): readonly string[] => {
  const request = Object.hasOwn(requests, object.kind) ? requests[object.kind] : undefined;
  if (request === undefined || path !== 'spec.serviceAccountName') return [];
  return [
    `Flux doesn't report a missing account, but missing rights: User "system:serviceaccount:${namespace}:${name}" cannot ${request}`,
  ];
};
