import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installTypeScript } from '../support/install-typescript.js';
import { makeProject, type TestProject } from '../support/project.js';
import { root } from '../support/root.js';
import { runCommand } from '../support/run.js';
import { writeFiles } from '../support/write-files.js';

/** A Flux Kustomization of flux-system. */
export const kustomization = (name: string, fields = ''): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: flux-system
spec:
  interval: 10m
  path: ./${name}
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
${fields}`;

/** What `flux bootstrap` leaves for a cluster. */
export const sync = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata:
  name: flux-system
  namespace: flux-system
spec:
  interval: 1m
  ref:
    branch: main
  url: ssh://git@example.org/fleet.git
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: flux-system
  namespace: flux-system
spec:
  interval: 10m
  path: ./clusters/dev
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
`;

/** A release of a public chart with its source, a comment, and a namespace. */
export const podinfo = `apiVersion: v1
kind: Namespace
metadata:
  name: podinfo
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata:
  name: podinfo
  namespace: podinfo
spec:
  interval: 30m
  url: https://stefanprodan.github.io/podinfo
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: podinfo
  namespace: podinfo
spec:
  interval: 50m
  chart:
    spec:
      chart: podinfo
      version: 6.9.x
      sourceRef:
        kind: HelmRepository
        name: podinfo
  install:
    remediation:
      retries: 3
  values:
    # Two, since nodes go away.
    replicaCount: 2
    ingress:
      enabled: true # behind the gateway
`;

export const encrypted = readFileSync(join(root, 'test/fixtures/sops/db.enc.yaml'), 'utf8');

export interface FleetProject extends TestProject {
  readonly git: (...args: readonly string[]) => string;
  /** Commits everything, as what Flux has. */
  readonly merge: () => void;
}

/** A repository that Flux reads, in which `init` has made a project. */
export const makeFleet = (files: Readonly<Record<string, string>>): FleetProject => {
  const project = makeProject();
  for (const path of ['src', 'cdk8s.yaml', 'imports', 'schemas', 'k8s', 'package.json', 'tsconfig.json'])
    rmSync(join(project.folder, path), { recursive: true, force: true });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', ...args], {
      cwd: project.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  git('init', '--quiet', '--initial-branch=main');
  writeFiles(project.folder, { 'clusters/dev/flux-system/gotk-sync.yaml': sync, ...files });
  const made = runCommand(project.folder, 'init', '--template', 'existing', '--no-install', '--yes');
  if (made.code !== 0) throw new Error(made.stderr);
  installTypeScript(project);
  const merge = () => {
    git('add', '--all');
    git('commit', '--quiet', '-m', 'state');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  };
  merge();
  return { ...project, git, merge };
};
