/** A deletion that the API server carried out. */
export interface Deletion {
  /** The component that asked for it (`kustomize-controller`, `live-test`, …). */
  readonly who: string;
  /** What it called itself. */
  readonly userAgent: string;
  /** RFC 3339, with microseconds. */
  readonly when: string;
  readonly verb: 'delete' | 'deletecollection';
  /** `''` for the core group. */
  readonly group: string;
  /** The plural, `configmaps`. */
  readonly resource: string;
  /** `''` for what has no namespace. */
  readonly namespace: string;
  /** `''` for a whole collection. */
  readonly name: string;
}

/** Metadata of each delete and nothing else; leases and events come and go by themselves. */
export const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    {
      level: 'None',
      resources: [
        { group: '', resources: ['events'] },
        { group: 'events.k8s.io', resources: ['events'] },
        { group: 'coordination.k8s.io', resources: ['leases'] },
      ],
    },
    { level: 'Metadata', verbs: ['delete', 'deletecollection'] },
    { level: 'None' },
  ],
};

interface AuditEvent {
  readonly requestURI: string;
  readonly verb: 'delete' | 'deletecollection';
  readonly user: { readonly username: string };
  readonly userAgent?: string;
  readonly objectRef?: {
    readonly apiGroup?: string;
    readonly resource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
  readonly responseStatus?: { readonly code?: number };
  readonly requestReceivedTimestamp: string;
}

/** The deletions in an audit log (JSON lines), in its order: refused ones and dry runs left out. */
export const parseDeletions = (log: string): Deletion[] => {
  // What follows the last newline is a line still being written.
  const lines = log.split('\n').slice(0, -1);
  return lines
    .map((line) => JSON.parse(line) as AuditEvent)
    .flatMap((event) => {
      const done = (event.responseStatus?.code ?? 500) < 300 && !/[?&]dryRun=/.test(event.requestURI);
      if (!done) return [];
      const { apiGroup = '', resource = '', namespace = '', name = '' } = event.objectRef ?? {};
      return [
        {
          who: event.user.username,
          userAgent: event.userAgent ?? '',
          when: event.requestReceivedTimestamp,
          verb: event.verb,
          group: apiGroup,
          resource,
          // Of a Namespace, the log repeats its own name here.
          namespace: resource === 'namespaces' ? '' : namespace,
          name,
        },
      ];
    });
};
