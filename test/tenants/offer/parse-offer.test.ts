import { FluxApp, FluxTenant } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import type { Offer } from '../../../src/tenants/offer/offer.js';
import { hashOf, parseOffer, printOffer } from '../../../src/tenants/offer/parse-offer.js';
import { published } from '../../../src/tenants/offer/published.js';
import { lessThan } from '../../../src/tenants/offer/taken-away.js';
import { offerOf, platformOf } from '../../support/offers.js';

const offer = offerOf();
const FILE = 'platform/claims.dev.json';
const said = (text: string): string => {
  const read = parseOffer(text, FILE);
  return read.ok ? 'no problem' : `${read.problem.code} ${read.problem.message}\n${read.problem.fix}`;
};
/** A file whose hash fits what it holds. */
const signed = (content: object) => JSON.stringify({ ...content, hash: hashOf(content) });

describe('the file of an offer', () => {
  it('is read as it was printed, and the same code prints the same bytes', () => {
    const text = printOffer(offer);
    expect(parseOffer(text, FILE)).toEqual({ ok: true, value: offer });
    expect(printOffer(offerOf())).toBe(text);
    expect(text).toMatchSnapshot();
  });

  it.each<[what: string, text: string, says: RegExp]>([
    ['an empty file', '', /isn't JSON/],
    ['half of a file', printOffer(offer).slice(0, 900), /isn't JSON/],
    ['another JSON file', '{ "contract": 1 }', /isn't a file of fluxspan publish/],
    ['a list', '[]', /isn't a file of fluxspan publish/],
    ['null', 'null', /isn't a file of fluxspan publish/],
    ['a newer format', signed({ ...offer, offer: 2 }), /version 2 of its format[\s\S]*npm install fluxspan@latest/],
    ['a format that is no number', signed({ ...offer, offer: 'one' }), /version "one" of its format/],
    ['an edit', printOffer(offer).replace('"vault"', '"other"'), /was edited: its hash doesn't match its content/],
    ['no hash', JSON.stringify(offer), /has no hash/],
    ['a hash that is no text', JSON.stringify({ ...offer, hash: 7 }), /has no hash/],
    [
      'an unknown key that somebody wrote',
      JSON.stringify({ ...offer, gatways: {}, hash: hashOf(offer) }),
      /unknown key "gatways"[\s\S]*take "gatways" out/,
    ],
    [
      'an unknown key of a newer fluxspan',
      signed({ ...offer, account: { ...offer.account, more: true } }),
      /unknown key "account.more"[\s\S]*update fluxspan/,
    ],
    ['a wrong shape', signed({ ...offer, stores: 'vault' }), /doesn't have the form of such a file at "stores"/],
    ['a key that is missing', signed({ ...offer, vars: undefined }), /at "vars"/],
    ['a home that is no namespace of it', signed({ ...offer, home: 'other' }), /at "home"/],
    ['no namespace', signed({ ...offer, namespaces: {} }), /at "namespaces"/],
    [
      'a tenant whose name leads out of a folder',
      signed({ ...offer, tenant: '../../etc' }),
      /doesn't have the form of such a file at "tenant"/,
    ],
    [
      'a Gateway whose name ends the comment that has it',
      signed({ ...offer, gateways: { 'a\n*/ evil()': { namespace: 'ingress' } } }),
      /at "gateways/,
    ],
    ['depth', `${'{"offer":1,"a":'.padEnd(16)}${'['.repeat(5000)}${']'.repeat(5000)}}`, /nested deeper/],
  ])('refuses %s', (_, text, says) => {
    expect(said(text)).toMatch(says);
    expect(said(text)).toMatch(/^FX830 /);
  });
});

describe('what a module reads', () => {
  const about = { tenant: 'claims', cluster: 'dev', apis: [], file: FILE, hash: hashOf(offer) } as const;
  const codesOf = (platform: ReturnType<typeof published>) =>
    synthCluster(new FluxTenant(new FluxApp(), platform.cluster, platform)).diagnostics.map(
      ({ code, message }) => `${code} ${message}`,
    );
  const json = (of: Offer): unknown => JSON.parse(printOffer(of));

  it('is of the tenant and the cluster that it was written for', () => {
    expect(codesOf(published(about, json(offer)))).toEqual([]);
    expect(codesOf(published(about, json({ ...offer, cluster: 'prod' })))).toEqual([
      `FX831 ${FILE} is for tenant "claims" in cluster "prod", and tenant "claims" in cluster "dev" is expected there`,
    ]);
    expect(codesOf(published(about, json({ ...offer, tenant: 'billing' })))).toEqual([
      `FX831 ${FILE} is for tenant "billing" in cluster "dev", and tenant "claims" in cluster "dev" is expected there`,
    ]);
  });

  it('FX836: is the file from which the module was written', () => {
    expect(codesOf(published(about, json({ ...offer, stores: [] })))).toEqual([
      `FX836 the module with the types of ${FILE} was written from an earlier file`,
    ]);
  });

  it('is refused with the place of the code', () => {
    const cluster = new FluxTenant(new FluxApp(), 'dev', published(about, { offer: 1 }));
    const [problem] = synthCluster(cluster).diagnostics;
    expect(problem?.code).toBe('FX830');
    expect(problem?.at.source).toMatch(/parse-offer\.test\.ts:\d+$/);
  });
});

it('lists what a later offer takes away', () => {
  const after = offerOf(platformOf({ stores: [], gateways: [], role: 'view', vars: {} }));
  expect(lessThan(offer, after)).toEqual([
    'Gateway "ingress/public"',
    'ClusterSecretStore "vault"',
    "var 'TF_DOMAIN'",
    "var 'TF_REPLICAS'",
    'ClusterRole/edit in namespace "claims"',
    'rights of ClusterRole/edit, extended in namespace "claims"',
    'rights of Role/shared-services in namespace "claims"',
  ]);
  expect(lessThan(offer, offer)).toEqual([]);
});
