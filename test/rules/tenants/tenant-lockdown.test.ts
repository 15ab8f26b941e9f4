import { FluxApp, FluxCluster, tenant } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';

const foundIn = (options: object) =>
  synthCluster(
    new FluxCluster(new FluxApp(), 'dev', { flux: '2.9', ...options }).stage('tenants', [tenant({ name: 'blue' })]),
  ).diagnostics.filter(({ code }) => code === 'FX812');

it('warns where the code does not say how Flux runs, too: without the settings, an account restricts nothing', () => {
  expect(foundIn({})).toMatchObject([
    {
      severity: 'warning',
      message: expect.stringContaining('noCrossNamespaceRefs, defaultServiceAccount, noRemoteBases'),
    },
  ]);
});

it('asks for the rest alone where the cluster has lockdown, in a form that synth takes', () => {
  const [found] = foundIn({ lockdown: true });
  expect(found).toMatchObject({
    severity: 'warning',
    message: expect.stringMatching(/with defaultServiceAccount, noRemoteBases$/),
    fix: "write flux: { version: '2.9', noCrossNamespaceRefs: true, defaultServiceAccount: 'default', noRemoteBases: true } on the cluster in place of lockdown: true, which noCrossNamespaceRefs says there",
  });
  const flux = { version: '2.9', noCrossNamespaceRefs: true, defaultServiceAccount: 'default', noRemoteBases: true };
  expect(foundIn({ flux })).toEqual([]);
});
