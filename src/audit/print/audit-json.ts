import type { Finding } from '../finding.js';
import type { AuditResult } from '../run-audit.js';
import { topicOf } from '../topics.js';

/** A result as data, without the findings. */
export const auditJson = ({
  clusters,
  isGuessed,
  files,
  unread,
  accepted,
  terraform,
  terraformNotSeen,
  base,
  olderKustomize,
}: AuditResult): object => ({
  files,
  unread,
  accepted,
  isGuessed,
  terraform,
  terraformNotSeen,
  ...(base === undefined ? {} : { base }),
  ...(olderKustomize === undefined ? {} : { olderKustomize }),
  clusters: clusters.map(({ notSeen, ...cluster }) => ({
    ...cluster,
    notSeen: notSeen.map(({ problem: _, ...one }) => one),
  })),
});

/** A finding as data: a diagnostic with its clusters and topic. */
export const findingJson = ({ at, file, line, clusters, ...finding }: Finding): object => {
  const { cluster: _, file: __, ...place } = at;
  return { ...finding, topic: topicOf(finding), clusters, file, line, at: place };
};
