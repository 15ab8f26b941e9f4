import { describe, expect, it } from 'vitest';
import { compareOwners } from '../../../src/changes/owners/compare-owners.js';
import { printChanges } from '../../../src/changes/print/print-changes.js';
import { replacementNotDeclaredRule } from '../../../src/changes/rules/replacement/replacement-not-declared.js';
import { findRefusedUpdates, withReplacedByHand } from '../../../src/changes/updates/refused-update.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { askRule } from '../ask-rule.js';
import { object, release, stateOf } from '../transitions/judge.js';

/** The diagnostics for a change of one object; and the lines of its plan, if the code declares the object. */
const changed = (from: JsonObject, to: JsonObject) => {
  const [before, after] = [stateOf([from], {}), stateOf([to], {})];
  const updates = withReplacedByHand(findRefusedUpdates(before, after), () => true);
  const changes = compareOwners(before, after, updates);
  const undeclared = askRule(replacementNotDeclaredRule, { changes });
  return { text: undeclared.map(printDiagnostic).join(''), plan: printChanges(changes, before).join('\n') };
};

describe('an object with several causes of a loss', () => {
  it('names the claims that a StatefulSet loses in addition to its replacement', () => {
    const set = (serviceName: string, replicas: number): JsonObject =>
      object('apps/v1/StatefulSet', {
        serviceName,
        replicas,
        persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' },
        volumeClaimTemplates: [{ metadata: { name: 'data' } }],
      });
    const { text, plan } = changed(set('a', 3), set('b', 1));
    expect(text).toMatchInlineSnapshot(`
      "error FX515 replacement-not-declared: StatefulSet/x in apps is replaced: spec.serviceName "a" → "b", spec.replicas 3 → 1
        at   dev/StatefulSet/x in apps
        note you delete it, and Flux creates it again: its claims and their data stay; with --cascade=orphan, its pods keep running, otherwise all of them stop at the same time; apart from that, the change destroys its claims data-x-1, data-x-2 with their data
        note persistentVolumeClaimRetentionPolicy.whenScaled: Delete deletes the claims of each removed pod
        fix  to keep them, set persistentVolumeClaimRetentionPolicy.whenScaled: Retain; if that is intended, declare it in the cluster's code: .replaced({ kind: 'StatefulSet', name: 'x', namespace: 'apps' }, { reason: '…' })
      "
    `);
    expect(plan).toMatchInlineSnapshot(
      `"± StatefulSet/x in apps is replaced: spec.serviceName "a" → "b", spec.replicas 3 → 1 (a): you delete it, and Flux creates it again: its claims and their data stay; with --cascade=orphan, its pods keep running, otherwise all of them stop at the same time; apart from that, the change destroys its claims data-x-1, data-x-2 with their data"`,
    );
  });

  it('names what survives the replacement of a release', () => {
    const of = (releaseName: string, version: string, spec: JsonObject): JsonObject => {
      const { spec: own, ...rest } = release('app', { persistence: { enabled: version === '2.0.0', size: '1Gi' } });
      const chart = { spec: { chart: 'app', version, sourceRef: { kind: 'HelmRepository', name: 'charts' } } };
      return { ...rest, spec: { ...(own as JsonObject), releaseName, chart, ...spec } };
    };
    const upgrade = { remediation: { strategy: 'uninstall', retries: 1 } };
    const { text } = changed(of('a', '2.0.0', {}), of('b', '1.0.0', { upgrade }));
    expect(text).toMatchInlineSnapshot(`
      "error FX515 replacement-not-declared: HelmRelease/x in apps is replaced: release name "a" → "b", spec.upgrade.remediation.strategy not set → "uninstall", spec.upgrade.remediation.retries not set → 1, spec.values.persistence.enabled true → false, chart version 2.0.0 → 1.0.0
        at   dev/HelmRelease/x in apps
        note Helm uninstalls release "a" in namespace "apps" with all that its chart installed, PersistentVolumeClaims and CRDs among its templates included, and installs it again; apart from that, the change may destroy all that the release has installed once an upgrade fails, a claim of the chart with its data, and data that only the newer version reads
        note after a failed upgrade, helm-controller uninstalls the release with the claims and CRDs among its templates, and installs it again; to keep them, leave the strategy at rollback
        note Helm deletes a claim that the chart made and no longer makes, unless it has the annotation helm.sh/resource-policy: keep; to keep it, let the chart set that annotation in a change of its own, or back up the data
        note Helm upgrades to the older chart: it brings back no data that the newer one has migrated, and leaves the CRDs of its crds folder as they are; to go back, read what the chart says of downgrades, and restore a backup that the older version has made
        fix  to keep all of it, leave these fields as they are; if that is intended, declare it in the cluster's code: .replaced({ kind: 'HelmRelease', name: 'x', namespace: 'apps' }, { reason: '…' })
      "
    `);
  });

  it('names an effect of two causes once', () => {
    const service = (type: string, annotations: Readonly<Record<string, string>>): JsonObject =>
      object('Service', { type }, annotations);
    const { text } = changed(
      service('LoadBalancer', { 'metallb.io/loadBalancerIPs': '192.0.2.1' }),
      service('ClusterIP', {}),
    );
    expect(text).toMatchInlineSnapshot(`
      "error FX517 change-not-declared: Service/x in apps destroys its load balancer and its addresses: spec.type "LoadBalancer" → "ClusterIP"
        at   dev/Service/x in apps
        note the load balancer is deleted; a Service that gets one again gets other addresses
        fix  to keep it, leave this Service as it is and add a second one of the other type; if that is intended, declare it in the cluster's code: .replaced({ kind: 'Service', name: 'x', namespace: 'apps' }, { reason: '…' })
      "
    `);
  });
});
