import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requireDist } from '../support/require-dist.js';
import { root } from '../support/root.js';
import { runProcess } from '../support/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A checkout of https://github.com/fluxcd/flux-schema in which `go build ./cmd/flux-schema` was run. */
const checkout = process.env['FLUXSPAN_FLUX_SCHEMA'];
const title = checkout === undefined ? 'flux-schema (skipped: FLUXSPAN_FLUX_SCHEMA names no checkout)' : 'flux-schema';

describe.skipIf(checkout === undefined)(title, () => {
  const folder = temporaryFolder();
  const run = (args: readonly string[], input = '') => {
    const { status, stdout, stderr } = spawnSync(join(checkout!, 'flux-schema'), args, { input, encoding: 'utf8' });
    return { status, output: `${stdout}${stderr}` };
  };
  /** Its own catalog has Kubernetes, Flux and Gateway API; the ecosystem's is on the Internet, and here `schemas/crds/`. */
  const validate = (manifests: string) =>
    run(['validate', '-s', join(folder, 'catalog'), '-s', join(checkout!, 'catalog/latest')], manifests);

  it.each(['dev', 'prod'])('finds nothing in what render prints of %s', (cluster) => {
    requireDist();
    for (const project of ['external-secrets', 'karpenter']) {
      const file = join(root, 'schemas/crds', `${project}.yaml`);
      expect(run(['extract', 'crd', file, '-d', join(folder, 'catalog')])).toMatchObject({ status: 0 });
    }
    const rendered = runProcess(root, 'render', cluster);
    expect(rendered).toMatchObject({ code: 0 });
    const count = rendered.stdout.match(/^apiVersion:/gm)?.length;
    const { status, output } = validate(rendered.stdout);
    expect(output).toContain(`${count} resources found parsing stdin - Valid: ${count}, Invalid: 0, Skipped: 0`);
    expect(status).toBe(0);
    // It does look: one word that no kind knows, and it says so.
    const broken = validate(rendered.stdout.replace('\n  retryInterval:', '\n  retryIntervall:'));
    expect(broken.status).not.toBe(0);
    expect(broken.output).toContain('retryIntervall');
  });
});
