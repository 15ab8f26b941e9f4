import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAudit } from '../../src/audit/run-audit.js';
import { topicOf } from '../../src/audit/topics.js';
import { gitIn } from '../support/git-in.js';
import { writeFiles } from '../support/write-files.js';
import { bootstrapped, config, type Files, folderWith, kustomization } from './repository.js';

const claim = (name: string, storageClass = 'fast'): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: ${name}, namespace: default }
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: ${storageClass}
  resources: { requests: { storage: 1Gi } }
`;

const fleet: Files = {
  ...bootstrapped('prod'),
  'clusters/prod/db.yaml': kustomization('db', '  postBuild: { substitute: { CLASS: fast } }\n'),
  'clusters/prod/web.yaml': kustomization('web'),
  'db/claims.yaml': [claim('data', '${CLASS}'), claim('logs')].join('---\n'),
  'web/config.yaml': config('settings', '{ a: b }'),
};

/** A repository whose branch "change" is checked out; `main` has the files of the fleet. */
const branched = (files: Files = fleet): { readonly folder: string; readonly git: ReturnType<typeof gitIn> } => {
  const folder = folderWith(files);
  const git = gitIn(folder);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '-A');
  git('commit', '--quiet', '--message=first');
  git('checkout', '--quiet', '-b', 'change');
  return { folder, git };
};

const changes = async (folder: string, base = 'main') => {
  const result = await runAudit({ folder, base });
  return { ...result, findings: result.findings.filter((one) => topicOf(one) === 'change') };
};
const short = async (folder: string, base = 'main'): Promise<readonly string[]> =>
  (await changes(folder, base)).findings.map(
    ({ severity, code, file, line, message }) =>
      `${severity} ${code} ${file}${line === undefined ? '' : `:${line}`} ${message}`,
  );

describe('audit --base', () => {
  it('finds nothing where nothing changes', async () => {
    const { folder, git } = branched();
    expect(await short(folder)).toEqual([]);
    const { base } = await changes(folder);
    expect(base).toEqual({ revision: 'main', commit: git('rev-parse', 'main').trim(), notCompared: [] });
  });

  it('finds an update that the API server refuses, also where only the value of a var changes', async () => {
    const { folder } = branched();
    writeFiles(folder, { 'clusters/prod/db.yaml': fleet['clusters/prod/db.yaml']!.replace('fast', 'slow') });
    expect(await short(folder)).toEqual([
      'error FX520 db/claims.yaml:6 PersistentVolumeClaim/data in default can\'t be updated: spec.storageClassName "fast" → "slow"',
    ]);
  });

  it('finds data that a change deletes, at the file that had it, with a fix for YAML', async () => {
    const { folder } = branched();
    writeFiles(folder, { 'db/claims.yaml': claim('data', '${CLASS}') });
    const { findings } = await changes(folder);
    expect(findings).toMatchObject([
      {
        code: 'FX502',
        severity: 'warning',
        file: 'db/claims.yaml',
        message: 'PersistentVolumeClaim/logs in default is removed, and with it its volume and the data on it',
        fix: 'to keep it, set the annotation kustomize.toolkit.fluxcd.io/prune: disabled on it in a change of its own, and remove the object when Flux has applied that; if that is intended, merge it as it is',
      },
    ]);
  });

  it('names all that goes with a Kustomization, and how to keep it', async () => {
    const { folder, git } = branched();
    git('rm', '-r', '--quiet', 'clusters/prod/db.yaml', 'db');
    const { findings } = await changes(folder);
    expect(findings).toMatchObject([
      {
        code: 'FX502',
        severity: 'warning',
        file: 'clusters/prod/db.yaml',
        message: 'Kustomization "db" is removed, and Flux deletes its 2 objects',
      },
    ]);
    expect(findings[0]!.fix).toBe(
      'to keep them, set the annotation kustomize.toolkit.fluxcd.io/prune: disabled on them in a change of its own, and remove the Kustomization when Flux has applied that; if that is intended, merge it as it is',
    );
  });

  it('finds an object that moves to another Kustomization, which Flux deletes first', async () => {
    const { folder, git } = branched();
    writeFiles(folder, { 'web/other.yaml': config('other', '{ a: b }') });
    git('mv', 'web/config.yaml', 'db/config.yaml');
    const { findings } = await changes(folder);
    expect(findings.map(({ severity, code, file, fix }) => [severity, code, file, fix])).toEqual([
      [
        'warning',
        'FX501',
        'db/config.yaml',
        'set the annotation kustomize.toolkit.fluxcd.io/prune: disabled on it in web/config.yaml in a change of its own, and make this change when Flux has applied that',
      ],
    ]);
  });

  it('says nothing of a folder that no longer builds: Flux deletes nothing then', async () => {
    const { folder } = branched({ ...fleet, 'db/kustomization.yaml': 'resources: [claims.yaml]\n' });
    writeFiles(folder, { 'db/kustomization.yaml': 'resources: [claim.yaml]\n' });
    expect(await short(folder)).toEqual([]);
  });

  it('compares with the commit where the branch began, and not with what others merged since', async () => {
    const { folder, git } = branched();
    git('checkout', '--quiet', 'main');
    writeFiles(folder, { 'db/more.yaml': claim('more') });
    git('add', '-A');
    git('commit', '--quiet', '--message=more');
    git('checkout', '--quiet', 'change');
    expect(await short(folder)).toEqual([]);
  });

  it('names clusters that only one side has', async () => {
    const { folder, git } = branched({ ...fleet, ...bootstrapped('old') });
    git('rm', '-r', '--quiet', 'clusters/old');
    writeFiles(folder, { ...bootstrapped('new') });
    const { base } = await changes(folder);
    expect(base?.notCompared).toEqual(['new is new', 'old is only in the base']);
  });

  it('reads a folder of a repository', async () => {
    const { folder, git } = branched(
      Object.fromEntries(Object.entries(fleet).map(([path, text]) => [`platform/${path}`, text])),
    );
    git('rm', '--quiet', 'platform/clusters/prod/web.yaml');
    writeFiles(folder, { 'platform/db/claims.yaml': claim('logs') });
    expect(await short(join(folder, 'platform'))).toEqual([
      'warning FX502 clusters/prod/web.yaml Kustomization "web" is removed, and Flux deletes its object',
      'warning FX502 db/claims.yaml PersistentVolumeClaim/data in default is removed, and with it its volume and the data on it',
    ]);
  });

  it('refuses a folder outside of git, a revision that is not there, and one without a common commit', async () => {
    const outside = folderWith(fleet);
    await expect(changes(outside)).rejects.toThrow(/not a git repository.*: run it in a clone of the repository/);
    const { folder, git } = branched();
    await expect(changes(folder, 'mian')).rejects.toThrow(
      'no branch, tag or commit here is called "mian": fetch it (git fetch origin), or correct the name',
    );
    await expect(changes(folder, '--output=/tmp/x')).rejects.toThrow('no branch, tag or commit here is called');
    git('checkout', '--quiet', '--orphan', 'other');
    git('commit', '--quiet', '--message=unrelated');
    await expect(changes(folder)).rejects.toThrow('"main" and HEAD have no commit in common');
    const empty = folderWith({ 'a.yaml': 'a: b\n' });
    mkdirSync(join(empty, 'b'));
    gitIn(empty)('init', '--quiet', '--initial-branch=main');
    await expect(changes(empty, 'HEAD')).rejects.toThrow('no branch, tag or commit here is called "HEAD"');
  });
});
