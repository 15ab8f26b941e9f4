import { expect, it } from 'vitest';
import { treeAt } from '../../src/compile/layout.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { treeDiagnostics } from '../../src/tree/tree-diagnostics.js';

const told = (kept: readonly string[], planned?: readonly string[]): string =>
  treeDiagnostics(treeAt(), { problems: [], kept, unlisted: [], undeclared: [] }, planned)
    .map(printDiagnostic)
    .join('');

it('says that the plan is uncertain where Flux applies an edited file', () => {
  expect(told(['addons/dev/web/kustomization.yaml'], ['dev'])).toContain(
    'note Flux applies the file as it is, so what the plan says of addon "web" in cluster "dev" is uncertain\n',
  );
  expect(told(['clusters/dev/web.yaml'], ['dev'])).toContain('of addon "web" in cluster "dev" is uncertain\n');
});

it('says nothing of a plan that is not shown, or of what Flux does not read', () => {
  for (const text of [
    told(['addons/dev/web/kustomization.yaml']),
    told(['addons/dev/web/kustomization.yaml'], ['prod']),
    told(['contract/dev/contract.json'], ['dev']),
  ]) {
    expect(text).toContain('FX004');
    expect(text).not.toContain('uncertain');
  }
});

it('does not say that a file was edited where no checksum tells', () => {
  const kept = ['tenants/dev/claims/alert.yaml'];
  const [found] = treeDiagnostics(treeAt(), { problems: [], kept, unlisted: kept, undeclared: [] });
  expect(found).toMatchObject({
    code: 'FX004',
    message:
      '"k8s/tenants/dev/claims/alert.yaml" has no checksum, so synth can\'t tell whether it was edited by hand, and keeps it',
    fix: expect.stringContaining('fluxspan synth --force'),
  });
});
