import { objectsOf } from '../json/as-shape.js';
import { readField } from '../json/read-field.js';
import type { EffectRow, When } from './form/effect.js';
import { releaseOf } from './form/helm-release.js';
import { removal } from './form/lost-with-object.js';
import { annotationAt } from './form/path.js';
import { defineProject } from './form/project.js';
import { becomes, both, changed, differs, loses } from './form/when.js';

const release = releaseOf('external-dns');

/** Whether ExternalDNS deletes records, if the tree has ExternalDNS. */
const deletesRecords: When = (_, __, { after }) => {
  const found = after.index
    .ofKind('helm.toolkit.fluxcd.io', 'HelmRelease')
    .filter((one) => after.chartOf(one) === 'external-dns');
  const policies = found.map(({ holdings }) => readField(holdings[0].json, 'spec.values.policy') ?? 'upsert-only');
  return policies.every((one) => one !== 'upsert-only' && one !== 'create-only');
};

const recordsOf = (endpoints: unknown): readonly string[] =>
  objectsOf(endpoints).map(({ dnsName, recordType, setIdentifier }) =>
    [dnsName, recordType ?? 'A', setIdentifier].map((one) => String(one ?? '')).join(' '),
  );
const losesRecord: When = (was, is) => {
  const kept = recordsOf(is);
  return recordsOf(was).some((one) => !kept.includes(one));
};

const unowned = (at: string, when: When): EffectRow => ({
  ...release,
  at,
  when,
  severity: 'warning',
  says: 'no longer finds the DNS records that it has made',
  effect:
    'ExternalDNS knows its records by the TXT records beside them: it no longer updates or deletes those of the old kind or name',
  instead: 'keep the value, or first let ExternalDNS write both',
});

/** ExternalDNS. https://kubernetes-sigs.github.io/external-dns/latest/ */
export const externalDns = defineProject({
  name: 'ExternalDNS',
  effects: [
    // https://kubernetes-sigs.github.io/external-dns/latest/docs/sources/crd/
    removal('externaldns.k8s.io/DNSEndpoint', 'its DNS records, unless ExternalDNS has policy: upsert-only'),
    // https://kubernetes-sigs.github.io/external-dns/latest/docs/flags/ (`--policy`)
    {
      on: 'externaldns.k8s.io/DNSEndpoint',
      at: 'spec.endpoints',
      when: both(losesRecord, deletesRecords),
      severity: 'warning',
      destroys: 'the DNS record of an endpoint',
      effect: 'with policy: sync, ExternalDNS deletes the records of endpoints that are gone',
      instead: 'to keep it, keep the endpoint, or move it to another DNSEndpoint',
    },
    // https://kubernetes-sigs.github.io/external-dns/latest/docs/annotations/annotations/
    {
      on: '*',
      at: annotationAt('external-dns.alpha.kubernetes.io/hostname'),
      when: both(loses, deletesRecords),
      severity: 'warning',
      destroys: 'the DNS record of a host name',
      effect: 'with policy: sync, ExternalDNS deletes the records of host names that nothing has any more',
      instead: 'to keep it, keep the host name, or move it to another object',
    },
    // https://kubernetes-sigs.github.io/external-dns/latest/docs/registry/txt/ and
    // https://kubernetes-sigs.github.io/external-dns/latest/docs/flags/
    {
      ...release,
      at: 'spec.values.sources',
      when: both(loses, (_, is, { to }) => is !== undefined && readField(to, 'spec.values.policy') === 'sync'),
      severity: 'warning',
      destroys: 'the DNS records of a source',
      effect: 'with policy: sync, ExternalDNS deletes the records of host names that no source has any more',
      instead: 'to keep them, keep the source, or set policy: upsert-only',
    },
    {
      ...release,
      at: 'spec.values.policy',
      when: (was, is) => is === 'sync' && was !== undefined && was !== 'sync',
      severity: 'notice',
      says: 'deletes DNS records from now on',
      effect: 'the next run of ExternalDNS deletes the records that it owns and whose host names nothing has any more',
    },
    {
      ...release,
      at: 'spec.values.provider.name',
      when: changed,
      severity: 'warning',
      says: 'writes to another DNS provider',
      effect: 'the records at the old one stay as they are, and nothing updates them',
    },
    {
      ...release,
      at: 'spec.values.txtOwnerId',
      when: differs('default'),
      severity: 'warning',
      says: 'no longer owns the DNS records that it has made',
      effect: 'ExternalDNS neither updates nor deletes records of another owner, and does not overwrite them',
    },
    ...['txtPrefix', 'txtSuffix'].map((key) => unowned(`spec.values.${key}`, differs(''))),
    unowned(
      'spec.values.registry',
      both(differs('txt'), (_, is) => is !== 'noop'),
    ),
    // https://github.com/kubernetes-sigs/external-dns/blob/master/registry/noop/noop.go
    {
      ...release,
      at: 'spec.values.registry',
      when: becomes('noop'),
      severity: 'warning',
      says: 'no longer tells its DNS records from those of others',
      effect:
        'without a registry, ExternalDNS takes all records of its zones for its own, and policy: sync deletes them',
      instead: 'keep the registry',
    },
  ],
});
