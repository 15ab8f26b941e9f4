import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gitIn } from '../../support/git-in.js';
import { makeProject, type TestProject } from '../../support/project.js';
import { root } from '../../support/root.js';
import { runCommand } from '../../support/run.js';
import { fleetApp, teamApp, tsconfig } from '../../support/tenant-repositories.js';

let fleet: TestProject;
let team: TestProject;
const FILE = 'platform/claims.dev.json';
const inTeam = (...argv: readonly string[]) => runCommand(team.folder, ...argv);
const importPlatform = (...argv: readonly string[]) => runCommand(team.folder, 'import', 'platform', ...argv);
/** What the platform publishes from this code. */
const publish = (code = fleetApp()): string => {
  fleet.write('src/app.ts', code);
  const run = runCommand(fleet.folder, 'publish');
  if (run.code !== 0) throw new Error(run.stderr);
  return join(fleet.folder, 'published/claims.dev.json');
};
/** What the compiler says of the team's code. */
const tsc = (): string => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false', '--singleThreaded'], {
    cwd: team.folder,
    encoding: 'utf8',
  }).stdout;
};

beforeAll(() => {
  fleet = makeProject();
});
afterAll(() => fleet.remove());
beforeEach(() => {
  team = makeProject();
  team.write('src/app.ts', teamApp());
  team.write('tsconfig.json', tsconfig);
});
afterEach(() => team.remove());

describe('fluxspan import platform', () => {
  it('copies the file and writes its types, once; the tree is built from them', () => {
    expect(importPlatform(publish())).toEqual({
      code: 0,
      stdout: `wrote ${FILE}\nwrote imports/claims.dev.ts\n`,
      stderr: '',
    });
    expect(team.read('imports/claims.dev.ts').replace(/[0-9a-f]{64}/, '…')).toMatchSnapshot();
    expect(importPlatform(FILE)).toEqual({ code: 0, stdout: 'up to date\n', stderr: '' });
    expect(tsc()).toBe('');
    const synth = inTeam('synth', '--no-base');
    expect(synth).toMatchObject({ code: 0, stderr: '' });
    expect(team.files('k8s')).toMatchSnapshot();
  });

  it.each<[what: string, code: string, says: RegExp]>([
    ['a Gateway', teamApp({ gateway: 'gateways.private' }), /Property 'private' does not exist on type/],
    [
      'a var',
      teamApp({ domain: 'vars.TF_DOMIAN' }),
      /Property 'TF_DOMIAN' does not exist on type.*Did you mean 'TF_DOMAIN'\?/,
    ],
    [
      'a capability',
      teamApp().replace("'gateway.networking.k8s.io'", "'cert-manager.io'"),
      /addon 'web' requires 'cert-manager.io', which no earlier stage provides/,
    ],
    [
      'a cluster',
      teamApp().replace("'dev', platform", "'prod', platform"),
      /Argument of type '"prod"' is not assignable to parameter of type '"dev"'/,
    ],
  ])('lets the compiler refuse %s that the platform does not offer', (_, code, says) => {
    importPlatform(publish());
    team.write('src/app.ts', code);
    expect(tsc()).toMatch(says);
  });

  it.each<[what: string, change: () => void, argv: string, says: string]>([
    ['no file', () => {}, FILE, `error FX830 bad-offer: ${FILE} can't be read`],
    ['a folder', () => {}, 'src', "error FX830 bad-offer: src can't be read: it is a folder"],
    ['a damaged file', () => team.write(FILE, '{'), FILE, `${FILE} isn't JSON`],
    [
      'an edited file',
      () => {
        cpSync(publish(), join(team.folder, 'claims.json'));
        team.edit('claims.json', '"vault"', '"other"');
      },
      'claims.json',
      "claims.json was edited: its hash doesn't match its content",
    ],
    [
      'a file of another cluster in the place of this one',
      () => {
        publish();
        team.write(FILE, '');
        cpSync(join(fleet.folder, 'published/claims.prod.json'), join(team.folder, FILE));
      },
      FILE,
      'error FX831 other-offer: platform/claims.dev.json is for tenant "claims" in cluster "prod"',
    ],
  ])('refuses %s, and writes nothing', (_, change, argv, says) => {
    change();
    const { code, stderr } = importPlatform(argv);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
    expect(existsSync(join(team.folder, 'imports'))).toBe(false);
  });

  it('keeps a module that was edited, unless it is forced to', () => {
    importPlatform(publish());
    team.edit('imports/claims.dev.ts', "name: 'vault'", "name: 'mine'");
    expect(importPlatform(FILE)).toMatchObject({ code: 1 });
    expect(importPlatform(FILE).stderr).toContain('"claims.dev.ts" was edited by hand, and is kept as it is');
    expect(importPlatform(FILE, '--force')).toMatchObject({ code: 0, stdout: 'wrote imports/claims.dev.ts\n' });
    expect(importPlatform(FILE, '--check', '--json').stdout).toContain('"ok": true');
  });
});

describe('a newer file of the platform', () => {
  beforeEach(() => {
    importPlatform(publish());
    inTeam('synth', '--no-base');
    const git = gitIn(team.folder);
    git('init', '--quiet', '--initial-branch=main');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'start');
    git('update-ref', 'refs/remotes/origin/main', 'main');
  });

  it('FX836, FX832: is asked to be imported, and what it takes away is refused where it is used', () => {
    expect(inTeam('synth', '--check')).toMatchObject({ code: 0 });
    cpSync(publish(fleetApp({ gateways: '[]' })), join(team.folder, FILE));
    const stale = inTeam('synth', '--no-typecheck');
    expect(stale.code).toBe(1);
    expect(stale.stderr).toContain(`error FX836 stale-offer: the module with the types of ${FILE}`);
    // The code names the Gateway by hand, as without types.
    team.write('src/app.ts', teamApp({ gateway: "{ name: 'public', namespace: 'ingress' }" }));
    expect(importPlatform(FILE)).toMatchObject({ code: 0 });
    const { code, stderr } = inTeam('synth', '--no-typecheck');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'error FX832 not-offered: HTTPRoute/web names Gateway/public in namespace "ingress", which the platform doesn\'t offer tenant "claims"\n  at   dev/web/HTTPRoute/web  spec.parentRefs[0]  src/app.ts:12',
    );
    expect(stderr).toContain(`note the platform offered it until this change of ${FILE}`);
    expect(stderr).toContain(
      `notice FX837 taken-away: ${FILE} takes away what the platform offered before: Gateway "ingress/public"`,
    );
    expect(inTeam('diff').stderr).toContain('error FX832 not-offered');
  });

  it('is refused by the compiler where its module is imported', () => {
    cpSync(publish(fleetApp({ gateways: '[]' })), join(team.folder, FILE));
    importPlatform(FILE);
    expect(tsc()).toContain("Property 'public' does not exist on type '{}'");
  });
});
