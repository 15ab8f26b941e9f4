import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { KubeObject } from './kube-object.js';

/** Why `kubectl diff` cannot run here; undefined if it can. */
export const missingKubectl = (): string | undefined => {
  try {
    execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return '"kubectl" is not on the PATH';
  }
};

/** An object as it is in the cluster, and as it would be; undefined where it isn't there. */
export interface KubectlPair {
  readonly live: KubeObject | undefined;
  readonly merged: KubeObject;
}

export interface KubectlDiff {
  readonly pairs: readonly KubectlPair[];
  /** What the API server says of the first object that it refuses. */
  readonly refusal: string;
}

/** What `kubectl diff --server-side` compares if kustomize-controller applied the objects. */
export const kubectlDiff = (kubeconfig: string, objects: readonly object[]): KubectlDiff => {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-diff-'));
  try {
    // In the place of a program that compares: it keeps what kubectl gives it, whole objects of both sides.
    const program = join(folder, 'keep');
    writeFileSync(program, `#!/bin/sh\ncp -R "$1" "${folder}/live" && cp -R "$2" "${folder}/merged"\n`);
    chmodSync(program, 0o755);
    const file = join(folder, 'objects.json');
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
    mkdirSync(join(folder, 'home'));
    const args = ['diff', '--server-side', '--force-conflicts', '--field-manager=kustomize-controller', '-f', file];
    const env = { PATH: process.env['PATH'] ?? '', HOME: join(folder, 'home'), KUBECONFIG: kubeconfig };
    const { status, stderr } = spawnSync('kubectl', args, {
      env: { ...env, KUBECTL_EXTERNAL_DIFF: program },
      encoding: 'utf8',
      timeout: 180_000,
    });
    if (status === 0) return { pairs: readPairs(folder), refusal: '' };
    return { pairs: [], refusal: stderr || `kubectl ended with ${status}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const readPairs = (folder: string): KubectlPair[] => {
  const merged = join(folder, 'merged');
  if (!existsSync(merged)) return [];
  return readdirSync(merged).flatMap((name) => {
    const read = (side: string) => parse(readFileSync(join(folder, side, name), 'utf8')) as KubeObject | null;
    const object = read('merged');
    return object === null ? [] : [{ live: read('live') ?? undefined, merged: object }];
  });
};
