import type { KindRef, ObjectRef } from './kube-object.js';

export const kustomizations: KindRef = {
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  namespace: 'flux-system',
};

export const helmReleases: KindRef = { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease' };

export const kustomization = (name: string): ObjectRef => ({ ...kustomizations, name });
