import type { ClusterState, OwnedObject } from '../../../applied/cluster-state.js';
import { tryFindSource } from '../../../applied/find-source.js';
import { titleOf } from '../../../applied/object-id.js';
import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { fieldsOf } from '../../../json/as-shape.js';
import { specOf } from '../../../json/manifest-fields.js';
import { defineChangeRule } from '../../change-rule.js';

// A warning, and no error: the tree shows that others own the repository, but not who of them can push.
const pushedByOthers = defineDiagnostic({
  code: 'FX528',
  name: 'pushed-by-others',
  severity: 'warning',
  summary:
    "Flux applies the latest state of another owner's repository with the rights of kustomize-controller, which is usually cluster-admin. Everyone who can push there has these rights, too.",
  page: {
    example: "source: gitSource({ url: 'https://github.com/other/apps', ref: { branch: 'main' } })",
    right: "the same with kustomization: { serviceAccountName: 'apps' }; or gitSource(url, 'v1.2.3')",
  },
});

/** Reports Kustomizations that follow another owner's source without an account of their own. */
export const pushedByOthersRule = defineChangeRule([pushedByOthers], ({ cluster, compiled, after }, report) => {
  const { lockdown, fluxSettings } = compiled.cluster;
  // With either, Flux applies it as another account than its own.
  if (lockdown || fluxSettings?.defaultServiceAccount !== undefined) return;
  const ours = ownerOf(tryFindSource(compiled.app.source, compiled.app.source.namespace, after));
  if (ours === undefined) return;
  for (const object of after.index.ofKind('kustomize.toolkit.fluxcd.io', 'Kustomization')) {
    const follows = followedBy(object, ours, after);
    if (follows === undefined) continue;
    const title = titleOf(object.id);
    report(
      diagnose(pushedByOthers, {
        message: `${title} applies ${follows} as kustomize-controller, usually as cluster-admin, so everyone who can push there has these rights`,
        at: { cluster, object: title, path: 'spec.serviceAccountName' },
        fix: 'set serviceAccountName to an account with no more rights than its objects need; or pin what it reads, or have Flux verify it with spec.verify of the source',
      }),
    );
  }
});

/** What a Kustomization fetches from another owner and applies without an account of its own, if a push changes that. */
const followedBy = (
  { id, holdings: [{ json }] }: OwnedObject,
  ours: string,
  state: ClusterState,
): string | undefined => {
  const { serviceAccountName, kubeConfig, sourceRef } = specOf(json);
  if (serviceAccountName !== undefined || kubeConfig !== undefined) return undefined;
  const source = tryFindSource(fieldsOf(sourceRef), id.namespace, state);
  const owner = ownerOf(source);
  const moving = source === undefined ? undefined : movingRef(source);
  return owner === undefined || !isOther(owner, ours) || moving === undefined ? undefined : `${moving} of ${owner}`;
};

/** Whether owners surely differ. A server of one's own, or a registry, may have another name for the same one. */
const isOther = (owner: string, ours: string): boolean => {
  const [host, ourHost] = [owner, ours].map((one) => one.slice(0, one.indexOf('/')));
  return owner !== ours && (host === ourHost || PUBLIC.has(host!));
};
const PUBLIC: ReadonlySet<string> = new Set(['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org']);

/** The host and the first part of the path, which names a user or an organization: `github.com/acme`. */
const ownerOf = (source: OwnedObject | undefined): string | undefined => {
  const { url } = source === undefined ? {} : specOf(source.holdings[0].json);
  const found = typeof url === 'string' ? /^[a-z]+:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/([^/]+)\//.exec(url) : null;
  if (found === null) return undefined;
  const host = found[1]!.toLowerCase();
  return `${host === 'ghcr.io' ? 'github.com' : host}/${found[2]!.toLowerCase()}`;
};

/** What a source fetches, if that changes with a push, and Flux verifies no signature. */
const movingRef = ({ id, holdings: [{ json }] }: OwnedObject): string | undefined => {
  const { ref, verify } = specOf(json);
  if (verify !== undefined) return undefined;
  const { commit, name, semver, tag, branch, digest } = fieldsOf(ref);
  if (commit !== undefined || digest !== undefined) return undefined;
  if (name !== undefined) return String(name).startsWith('refs/tags/') ? undefined : String(name);
  if (semver !== undefined) return `the newest tag in ${String(semver)}`;
  if (id.kind === 'GitRepository') return tag === undefined ? `branch ${String(branch ?? 'master')}` : undefined;
  // Only a whole version usually stays what it is.
  return /^v?\d+\.\d+\.\d+/.test(String(tag)) ? undefined : `tag ${String(tag ?? 'latest')}`;
};
