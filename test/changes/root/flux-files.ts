/** `gotk-sync.yaml` as `flux bootstrap git` writes it: the source and the root of a cluster. */
export const gotkSync = (path: string, { name = 'flux-system', more = '' } = {}): string =>
  `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: ${name}, namespace: flux-system }
spec: { interval: 1m, url: https://example.org/fleet, ref: { branch: main } }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec:
  interval: 10m
  path: ${path}
  prune: true
  sourceRef: { kind: GitRepository, name: ${name} }
${more}`;

/** A FluxInstance that makes the same; `more` continues `spec.sync`, and after it `spec`. */
export const fluxInstance = (path: string, { namespace = 'flux-system', more = '' } = {}): string =>
  `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: ${namespace} }
spec:
  distribution: { version: 2.x, registry: ghcr.io/fluxcd }
  sync:
    kind: GitRepository
    url: https://example.org/fleet
    ref: refs/heads/main
    path: ${path}
${more}`;
