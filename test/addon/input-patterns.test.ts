import { FluxApp, FluxCluster, remoteSecret } from 'fluxspan';
import { externalDns, karpenter, karpenterNodes } from 'fluxspan/addons';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contractOf } from '../../src/cluster/contract-of.js';
import { parseInfra } from '../../src/cluster/parse-infra.js';
import { addon, diagnosticsOf } from '../support/synthesize.js';

const provides = ['karpenter', 'karpenter.sh', 'karpenter.k8s.aws', 'gateway.networking.k8s.io'];
const clusterWith = (...addons: readonly unknown[]) =>
  new FluxCluster(new FluxApp(), 'dev', { external: provides }).stage('all', addons as never);
const contractWith = (...addons: readonly unknown[]) => contractOf(clusterWith(...addons) as never);
const path = z
  .string()
  .regex(/^\/[a-z/-]+$/)
  .meta({ examples: ['/acme/nodes'] });
const replaced = { type: 'string', pattern: '^\\/[a-z/-]+$', examples: ['/acme/nodes'] };

describe('inputPatterns', () => {
  it('replaces the pattern of a var, and keeps its description', () => {
    const { vars } = contractWith(karpenterNodes({ inputPatterns: { vars: { TF_K8S_NODE_ROLE_NAME: path } } }));
    expect(vars['TF_K8S_NODE_ROLE_NAME']!.schema).toMatchObject(replaced);
    expect(vars['TF_K8S_NODE_ROLE_NAME']!.schema.description).toContain('role');
    expect(vars['TF_CLUSTER_NAME']).toEqual(contractWith(karpenterNodes()).vars['TF_CLUSTER_NAME']);
  });

  it('decides which values an infra may have', () => {
    const infra = { vars: { TF_K8S_NODE_ROLE_NAME: '/acme/nodes', TF_CLUSTER_NAME: 'dev' }, values: {}, secrets: {} };
    const relaxed = clusterWith(karpenterNodes({ inputPatterns: { vars: { TF_K8S_NODE_ROLE_NAME: path } } }));
    expect(parseInfra(relaxed as never, infra)).toEqual(infra);
    expect(() => parseInfra(clusterWith(karpenterNodes()) as never, infra)).toThrow('TF_K8S_NODE_ROLE_NAME');
  });

  it('replaces it in a values document, at any depth and in a list', () => {
    const { values } = contractWith(
      karpenter({ inputPatterns: { values: { karpenter: { settings: { clusterName: path } } } } }),
      externalDns({ inputPatterns: { values: { 'external-dns': { domainFilters: path } } } }),
    );
    expect(values['karpenter']!.schema.properties!['settings']!.properties!['clusterName']).toMatchObject(replaced);
    expect(values['external-dns']!.schema.properties!['domainFilters']!.items).toMatchObject(replaced);
  });

  it('replaces that of a property of a secret', () => {
    const shop = addon(
      'shop',
      {
        infra: {
          vars: { TF_SHOP: z.string() },
          secrets: {
            shop: remoteSecret({
              key: 'TF_SHOP',
              properties: {
                token: z
                  .string()
                  .regex(/^a$/)
                  .meta({ examples: ['a'] }),
              },
            }),
          },
        },
      },
      { inputPatterns: { secrets: { shop: { token: path } } } },
    );
    expect(contractWith(shop).secrets['shop']!.properties['token']!.schema).toMatchObject(replaced);
  });

  it('takes a pattern away, and keeps the example', () => {
    const plain = { inputPatterns: { vars: { TF_K8S_NODE_ROLE_NAME: z.string() } } };
    const { schema } = contractWith(karpenterNodes(plain)).vars['TF_K8S_NODE_ROLE_NAME']!;
    expect(schema).not.toHaveProperty('pattern');
    expect(schema.examples).toEqual(['platform-dev-karpenter-nodes']);
  });

  it('leaves other uses of the addon alone', () => {
    contractWith(karpenterNodes({ inputPatterns: { vars: { TF_K8S_NODE_ROLE_NAME: path } } }));
    expect(contractWith(karpenterNodes()).vars['TF_K8S_NODE_ROLE_NAME']!.schema.pattern).not.toBe(replaced.pattern);
  });

  it.each<[string, unknown, string]>([
    ['no object', 'x', '`inputPatterns` of addon "shop" is "x"'],
    ['an unknown channel', { var: {} }, 'addon "shop" has no `inputPatterns.var`'],
    ['an unknown var', { vars: { TF_SHOPS: path } }, 'addon "shop" has no `inputPatterns.vars.TF_SHOPS`'],
    ['no schema', { vars: { TF_SHOP: /x/ } }, '`inputPatterns.vars.TF_SHOP` of addon "shop" is'],
    [
      'a schema of another type',
      { vars: { TF_SHOP: z.number() } },
      '`inputPatterns.vars.TF_SHOP` of addon "shop" can\'t be replaced',
    ],
    [
      'a default',
      { vars: { TF_SHOP: z.string().default('a') } },
      '`inputPatterns.vars.TF_SHOP` of addon "shop" can\'t be replaced',
    ],
    [
      'an input that is no string',
      { vars: { TF_PORT: path } },
      '`inputPatterns.vars.TF_PORT` of addon "shop" can\'t be replaced',
    ],
    ['a pattern that RE2 lacks', { vars: { TF_SHOP: z.string().regex(/(?=a)/) } }, 'RE2'],
  ])('refuses %s', (_, inputPatterns, message) => {
    const shop = addon('shop', { infra: { vars: { TF_SHOP: z.string(), TF_PORT: z.number() } } }, { inputPatterns });
    const errors = diagnosticsOf({ first: [shop] }).filter(({ severity }) => severity === 'error');
    expect(errors.map((one) => `${one.message} ${one.fix}`).join('\n')).toContain(message);
  });
});
