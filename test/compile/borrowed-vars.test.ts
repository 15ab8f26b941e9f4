import { ConfigMap, defineAddon, FluxApp, FluxCluster, hostname } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';

const page = defineAddon({
  name: 'page',
  infra: { vars: { TF_PAGE_HOST: hostname(), TF_PAGE_PORT: z.int() } },
  build() {},
});

const portal = defineAddon({
  name: 'portal',
  namespace: 'default',
  infra: { vars: { TF_PORTAL_HOST: hostname() } },
  options: z.object({ links: z.array(z.string()).default([]) }),
  build(scope, { options, vars }) {
    new ConfigMap(scope, 'links', { data: { links: [vars.TF_PORTAL_HOST, ...options.links].join('\n') } });
  },
});

const withLinks = (links: readonly string[], addons = [page(), portal({ links: [...links] })]) => {
  const { objects, contract, diagnostics } = synthCluster(
    new FluxCluster(new FluxApp(), 'dev', { flux: '2.9' }).stage('all', addons),
  );
  const found = objects.find(({ kind }) => kind === 'ConfigMap') as unknown as { data: { links: string } };
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return { links: found.data.links, contract, messages: errors.map(({ message }) => message) };
};

test('an option may name the var of another addon, which then has one reader more', () => {
  const { links, contract, messages } = withLinks(['https://${TF_PAGE_HOST}:${TF_PAGE_PORT}/']);
  expect(messages).toEqual([]);
  expect(links).toBe('${TF_PORTAL_HOST}\nhttps://${TF_PAGE_HOST}:${TF_PAGE_PORT}/');
  expect(contract.vars['TF_PAGE_HOST']).toMatchObject({
    declaredBy: ['page'],
    readBy: [{ addon: 'portal', object: 'ConfigMap/portal', path: 'data.links' }],
  });
});

test('a var that no addon declares is refused as before', () => {
  expect(withLinks(['https://${TF_OTHER_HOST}/']).messages).toEqual([
    'addon "portal" reads ${TF_OTHER_HOST}, which it does not declare',
  ]);
  expect(withLinks(['https://${TF_PAGE_HOST}/'], [portal({ links: ['https://${TF_PAGE_HOST}/'] })]).messages).toEqual([
    'addon "portal" reads ${TF_PAGE_HOST}, which it does not declare',
  ]);
});

test('what an addon writes itself, without its options, it must declare', () => {
  const stealthy = defineAddon({
    name: 'stealthy',
    namespace: 'default',
    infra: { vars: { TF_PORTAL_HOST: hostname() } },
    build(scope, { vars }) {
      new ConfigMap(scope, 'links', { data: { links: `\${TF_PAGE_HOST} ${vars.TF_PORTAL_HOST}` } });
    },
  });
  expect(withLinks([], [page(), stealthy()] as never).messages).toEqual([
    'addon "stealthy" reads ${TF_PAGE_HOST}, which it does not declare',
  ]);
});

test('an option that Flux cannot parse is reported where an object holds it', () => {
  expect(withLinks(['${TF_PAGE_HOST']).messages).toHaveLength(1);
});
