import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type AuditResult, runAudit } from '../../src/audit/run-audit.js';
import { writeFiles } from '../support/write-files.js';

/** Texts by path. */
export type Files = Readonly<Record<string, string>>;

/** What `flux bootstrap` writes for one cluster. */
export const bootstrapped = (cluster: string): Files => ({
  [`clusters/${cluster}/flux-system/gotk-sync.yaml`]: `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 1m, url: https://github.com/acme/fleet, ref: { branch: main } }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 10m, path: ./clusters/${cluster}, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`,
});

/** A Kustomization of the folder that has its name. */
export const kustomization = (name: string, rest = ''): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: flux-system
spec:
  interval: 10m
  path: ./${name}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
${rest}`;

export const config = (name: string, data: string): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, namespace: default }
data: ${data}
`;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with these files, outside of git. */
export const folderWith = (files: Files): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fluxspan-audit-')));
  folders.push(folder);
  writeFiles(folder, files);
  return folder;
};

export const auditOf = (files: Files): Promise<AuditResult> => runAudit({ folder: folderWith(files) });

/** `error FX842 apps/web.yaml:4`, without advice. */
export const found = async (files: Files, code = /./): Promise<readonly string[]> =>
  (await auditOf(files)).findings
    .filter((one) => code.test(one.code) && one.code !== 'FX614')
    .map((one) => `${one.severity} ${one.code} ${one.file}:${one.line}`);
