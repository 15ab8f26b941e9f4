import type { RuleState } from '../../src/rules/context/rule-state.js';
import { openYamlFolders, stateOfYaml } from '../../src/rules/index.js';

/** Texts by path. */
export type Files = Readonly<Record<string, string>>;

/** A repository as `flux bootstrap` begins it, with one Kustomization more. */
const bootstrapped: Files = {
  'clusters/prod/flux-system/gotk-sync.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 1m, url: https://github.com/acme/fleet }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec:
  interval: 10m
  retryInterval: 1m
  path: ./clusters/prod
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
`,
  'clusters/prod/apps.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec:
  interval: 10m
  retryInterval: 1m
  path: ./apps
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
`,
  'apps/namespace.yaml': `apiVersion: v1
kind: Namespace
metadata: { name: apps }
`,
};

/** The cluster of {@link bootstrapped} with these files more, or instead. */
export const stateOf = (files: Files): RuleState =>
  stateOfYaml({
    name: 'prod',
    root: 'clusters/prod',
    build: openYamlFolders(new Map(Object.entries({ ...bootstrapped, ...files }))),
  });

export const kustomization = (name: string, rest: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: flux-system
spec:
  interval: 10m
  retryInterval: 1m
  path: ./${name}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
${rest}`;

export const config = (text: string): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: config, namespace: apps }
data:
  mode: ${text}
`;
