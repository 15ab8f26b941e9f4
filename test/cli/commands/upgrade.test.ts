import { beforeEach, describe, expect, it } from 'vitest';
import { signText } from '../../../src/files/signed-text.js';
import { parseVersions } from '../../../src/versions/parse-versions.js';
import { printVersionsModule, VERSIONS_MARK } from '../../../src/versions/versions-module.js';
import { projectOfEachTest } from '../../support/project-of-each-test.js';
import { runMain } from '../../support/run.js';

const project = projectOfEachTest();
const run = (...args: readonly string[]) => runMain(project.folder, 'upgrade', ...args);

const APP = `import { FluxApp, FluxCluster } from 'fluxspan';
import { gatewayApiCrds, karpenterCrds, reloader } from 'fluxspan/addons';
import { chartVersions } from '../imports/versions.js';

const app = new FluxApp({ chartVersions });

export const dev = new FluxCluster(app, 'dev', { flux: '2.9' })
  .stage('crds', [gatewayApiCrds(), karpenterCrds()])
  .stage('tools', [reloader()]);

export default app;
`;

const HEAD = 'apiVersion: fluxspan.dev/v1\nkind: Versions\nmetadata:\n  name: versions\n';
/** One older, one newer than the package's, and one that isn't there. */
const VERSIONS = `# What runs where.
${HEAD}versions:
  karpenter-crd:
    version: '1.13.0' # since Monday
  reloader:
    version: 99.0.0

# The end.
`;

beforeEach(() => {
  project.write('src/app.ts', APP);
  project.write('versions.yaml', VERSIONS);
  project.write('imports/versions.ts', signText(printVersionsModule(parseVersions(VERSIONS)), VERSIONS_MARK));
});

describe('fluxspan upgrade', () => {
  it('takes newer versions of the package, adds what is missing, and keeps every other byte', async () => {
    expect(await run()).toEqual({
      code: 0,
      stdout:
        'versions.yaml:\n  + gateway-api-crds v1.6.1\n  ~ karpenter-crd 1.13.0 → 1.14.1\n\nBefore a minor or major step, read the page that docs/package-addons.md links. Then look at what changes (npx fluxspan diff), and write it (npx fluxspan synth).\n',
      stderr: '',
    });
    expect(project.read('versions.yaml')).toBe(`# What runs where.
${HEAD}versions:
  karpenter-crd:
    version: 1.14.1 # since Monday
  reloader:
    version: 99.0.0
  gateway-api-crds:
    version: v1.6.1

# The end.
`);
    expect(project.read('imports/versions.ts')).toContain("  | 'gateway-api-crds'\n");
    expect((await run()).stdout).toBe('versions.yaml has the versions of the package, or newer ones\n');
  });

  it('takes those that are named, or only shows them', async () => {
    expect((await run('karpenter-crd', '--dry-run')).stdout).toBe(
      'versions.yaml, not written:\n  ~ karpenter-crd 1.13.0 → 1.14.1\n',
    );
    expect(project.read('versions.yaml')).toBe(VERSIONS);
    const { stdout } = await run('karpenter-crd', '--json');
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      written: true,
      versions: [{ name: 'karpenter-crd', addon: 'karpenter-crds', from: '1.13.0', to: '1.14.1' }],
      diagnostics: [],
    });
  });

  it('takes the CRDs of an addon with it', async () => {
    project.write(
      'src/app.ts',
      APP.replace('karpenterCrds,', 'karpenter, karpenterCrds,').replace(
        'karpenterCrds()',
        'karpenterCrds(), karpenter()',
      ),
    );
    expect((await run('karpenter', '--dry-run')).stdout).toBe(
      'versions.yaml, not written:\n  + karpenter 1.14.1\n  ~ karpenter-crd 1.13.0 → 1.14.1\n',
    );
  });

  it('fills an empty file, and says what the app lacks', async () => {
    project.write('versions.yaml', `${HEAD}versions:\n`);
    project.write('src/app.ts', APP.replace('({ chartVersions })', '()').replace(/.*imports\/versions.*\n/, ''));
    const { code, stdout, stderr } = await run();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('  + karpenter-crd 1.14.1\n');
    expect(stdout).toContain('give it to the app: new FluxApp({ chartVersions })');
    expect(project.read('versions.yaml')).toContain('  reloader:\n    version: 2.2.16\n');
  });

  it('refuses a name that no addon of the package has, and writes nothing', async () => {
    const { code, stderr } = await run('karpenter-crds');
    expect(code).toBe(1);
    expect(stderr).toContain('error FX777 not-upgraded: no addon of the package');
    expect(stderr).toContain('did you mean "karpenter-crd"?');
    expect(project.read('versions.yaml')).toBe(VERSIONS);
  });

  it.each([
    ['a map in braces', `${HEAD}versions: { reloader: { version: 2.2.16 } }\n`],
    ['an alias', `${HEAD}versions:\n  reloader: &one\n    version: 1.0.0\n  karpenter-crd: *one\n`],
  ])('refuses to edit %s', async (_, text) => {
    project.write('versions.yaml', text);
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toMatch(/FX777 not-upgraded: versions.yaml can't be edited|FX710/);
    expect(project.read('versions.yaml')).toBe(text);
  });

  it('says what it wrote where the names cannot be written after that', async () => {
    project.write('imports/versions.ts', 'export const chartVersions = undefined;\n');
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain('fluxspan did not write it');
    expect(stderr).toContain('; versions.yaml was written\n');
    expect(project.read('versions.yaml')).toContain('version: 1.14.1 # since Monday');
  });

  it('refuses a file that is wrong', async () => {
    project.write('versions.yaml', VERSIONS.replace('1.13.0', 'new'));
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain('FX711');
    expect(stderr).toContain('nothing was written');
  });
});
