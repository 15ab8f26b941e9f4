import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withoutKubectl } from '../../reference/kubectl.js';
import { root } from '../../support/root.js';
import { runCommand, runCommandWith } from '../../support/run.js';

vi.setConfig({ testTimeout: 60_000 });

const plants = join(root, 'test/audit/seven-plants');
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fluxspan-audit-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const audit = (...argv: readonly string[]) => runCommand(folder, 'audit', ...argv);

describe('fluxspan audit', () => {
  it('refuses a base that git does not have, and compares with one that it has', () => {
    const { code, stderr } = audit(plants, '--base', 'no-such-branch');
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain('--base: no branch, tag or commit here is called "no-such-branch"');
    expect(audit(folder, '--base', 'main').stderr).toContain('--base: not a git repository');
  });

  it('needs a folder and nothing else, and ends with 1 if there are errors', () => {
    const { code, stdout, stderr } = audit(plants);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('Read 7 files: 1 cluster, 4 Kustomizations, 13 objects\n');
    expect(stdout).toContain('error FX307 unknown-reference: nothing makes GitRepository/flux-sytem');
    expect(stdout).toContain('  at   clusters/prod/apps.yaml:20  spec.sourceRef\n');
    expect(stdout).toContain('3 findings more: --all shows them.\n5 errors, 1 warning, 3 notices\n');
    expect(audit(plants, '--all').stdout).toContain(
      'notice FX844 outside-data: Kustomization "apps" substitutes from ConfigMap/cluster-vars in namespace',
    );
  });

  it('accepts what a baseline has, and fails on what is new', () => {
    const { stdout } = audit(plants, '--format', 'json');
    writeFileSync(join(folder, 'baseline.json'), stdout);
    const known = audit(plants, '--baseline', 'baseline.json');
    expect(known).toMatchObject({ code: 0, stderr: '' });
    expect(known.stdout).toContain('No problems found (9 more are in the baseline).\n');
    const data = JSON.parse(stdout);
    expect(data).toMatchObject({ ok: false, isGuessed: false, accepted: 0, clusters: [{ name: 'prod', notSeen: [] }] });
    writeFileSync(join(folder, 'baseline.json'), JSON.stringify({ diagnostics: data.diagnostics.slice(1) }));
    const fresh = audit(plants, '--baseline', 'baseline.json', '--json');
    expect(fresh.code).toBe(1);
    expect(JSON.parse(fresh.stdout).diagnostics).toEqual(data.diagnostics.slice(0, 1));
  });

  it('prints what GitHub and GitLab read', () => {
    expect(JSON.parse(audit(plants, '--format', 'sarif').stdout).runs[0].results).toHaveLength(9);
    expect(JSON.parse(audit(plants, '--format', 'code-quality').stdout)).toHaveLength(9);
    expect(audit(plants, '--format', 'markdown').stdout).toMatch(
      /^### fluxspan audit\n\n\*\*5 errors, 1 warning, 3 notices\*\*/,
    );
  });

  it('says what is wrong with its arguments', () => {
    expect(audit('gone')).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no folder "gone"') });
    writeFileSync(join(folder, 'file'), 'a');
    expect(audit('file').stderr).toContain('"file" is a file: name the folder of the repository');
    expect(audit(plants, '--baseline', 'gone').stderr).toContain(
      '--baseline "gone" cannot be read: there is no such file',
    );
    expect(audit(plants, '--baseline', 'file').stderr).toContain(
      `--baseline "file" isn't what fluxspan audit --format json prints`,
    );
    expect(audit(plants, '--format', 'html').stderr).toContain('--format "html" is not one of text, markdown, json');
  });

  it('says that an older kustomize than that of Flux built folders, where one did', (context) => {
    const missing = withoutKubectl();
    if (missing !== undefined) context.skip(missing);
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const auditWith = (kustomize: string, ...argv: readonly string[]) => {
      const version = `{ "kustomizeVersion": "${kustomize}" }`;
      const script = `#!/bin/sh\nif [ "$1" = version ]; then echo '${version}'; else PATH="\${PATH#*:}" exec kubectl "$@"; fi\n`;
      writeFileSync(join(bin, 'kubectl'), script);
      chmodSync(join(bin, 'kubectl'), 0o755);
      const PATH = `${bin}${delimiter}${process.env['PATH']}`;
      return runCommandWith({ PATH, XDG_CACHE_HOME: join(folder, 'cache') }, folder, 'audit', repository, ...argv)
        .stdout;
    };
    const repository = join(folder, 'repository');
    cpSync(plants, repository, { recursive: true });
    expect(auditWith('v5.5.0')).not.toContain('FX011');
    // Replacements aren't built in process.
    const replaceIn = (targets: string) => {
      const source = 'source: { kind: Deployment, name: web, fieldPath: metadata.name }';
      writeFileSync(
        join(repository, 'apps/kustomization.yaml'),
        `resources: [web/web.yaml]\nreplacements: [{ ${source}, targets: [${targets}] }]\n`,
      );
    };
    replaceIn('');
    const failed = auditWith('v5.5.0');
    expect(failed).toContain('error FX841 ');
    expect(failed).toContain('(FX011)');
    replaceIn('{ select: { kind: Deployment }, fieldPaths: [metadata.name] }');
    const note =
      'the kubectl on your PATH builds with kustomize v5.5.0, and the newest Flux with v5.8: hand-written folders may build differently in Flux (FX011); install kubectl 1.36 or later';
    expect(auditWith('v5.5.0')).toContain(`\nNote: ${note}.\n`);
    expect(auditWith('v5.5.0', '--format', 'markdown')).toContain(`\n- Note: ${note}\n`);
    expect(JSON.parse(auditWith('v5.5.0', '--json'))).toMatchObject({ olderKustomize: note });
    expect(auditWith('v5.8.1')).not.toContain('FX011');
  });

  it('says where no Flux is', () => {
    mkdirSync(join(folder, 'deploy'));
    const { code, stdout } = audit();
    expect(code).toBe(1);
    expect(stdout).toContain('error FX840 no-flux: no file here says which folder Flux reads\n');
  });
});
