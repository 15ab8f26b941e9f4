import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const badVersionsFile = defineDiagnostic({
  code: 'FX710',
  name: 'bad-versions-file',
  severity: 'error',
  summary:
    "versions.yaml isn't a valid file of versions: it isn't valid YAML, lacks what Flux's setters need (`apiVersion`, `kind`, `metadata.name`), or has an unknown field.",
  page: {
    example: 'kind: Versions\nversions:\n  podinfo: 6.5.0',
    flux: "nothing: the automation skips what it can't read as an object, and bumps nothing",
    right:
      'apiVersion: fluxspan.dev/v1\nkind: Versions\nmetadata:\n  name: versions\nversions:\n  podinfo:\n    version: 6.5.0',
  },
});

export const badVersion = defineDiagnostic({
  code: 'FX711',
  name: 'bad-version',
  severity: 'error',
  summary:
    "A value in versions.yaml isn't a version or a range of versions, or isn't an image with a tag or a digest. Everything that reads it would get the invalid value.",
  page: {
    example: 'images:\n  web:\n    image: ghcr.io/acme/web:1.2.3:latest',
    flux: "Failed to apply default image tag: couldn't parse image name: invalid reference format",
    right: 'images:\n  web:\n    image: ghcr.io/acme/web:1.2.3',
  },
});

export const unknownVersion = defineDiagnostic({
  code: 'FX712',
  name: 'unknown-version',
  severity: 'error',
  summary: "The code reads a name that versions.yaml doesn't have, or a part that its image doesn't have.",
  page: {
    example: "version('podnfo')   // versions.yaml has podinfo",
    right: "version('podinfo')",
  },
});

export const unreadVersion = defineDiagnostic({
  code: 'FX713',
  name: 'unread-version',
  severity: 'notice',
  summary: 'versions.yaml has a name that no code reads: bots keep updating it, and nothing changes.',
});

export const adjacentVersions = defineDiagnostic({
  code: 'FX714',
  name: 'adjacent-versions',
  severity: 'notice',
  summary:
    "Two versions in versions.yaml are on the same line or on adjacent lines, so git can't merge two branches that each change one.",
  page: {
    example: 'versions:\n  podinfo: { version: 6.5.0 }\n  harbor: { version: 1.16.0 }',
    right: 'versions:\n  podinfo:\n    version: 6.5.0\n  harbor:\n    version: 1.16.0',
  },
});

export const staleVersionNames = defineDiagnostic({
  code: 'FX715',
  name: 'stale-version-names',
  severity: 'error',
  summary:
    "The generated module imports/versions.ts doesn't have the names of versions.yaml, or can't be written. `fluxspan synth` writes it.",
});

export const badImageMarker = defineDiagnostic({
  code: 'FX730',
  name: 'bad-image-marker',
  severity: 'warning',
  summary:
    "A comment in versions.yaml looks like a marker of an ImagePolicy, but Flux's automation doesn't read it: it isn't JSON, names no policy, or doesn't follow a value. The value is then never updated.",
  page: {
    example: 'images:\n  web:\n    # {"$imagepolicy": "apps:web"}\n    image: ghcr.io/acme/web:1.2.3',
    right: 'images:\n  web:\n    image: ghcr.io/acme/web:1.2.3 # {"$imagepolicy": "apps:web"}',
  },
});

export const wrongImagePart = defineDiagnostic({
  code: 'FX731',
  name: 'wrong-image-part',
  severity: 'error',
  summary:
    "A marker in versions.yaml makes Flux's automation write the wrong part: a tag in the place of an image, or an image in the place of a version. Its next commit breaks the file.",
  page: {
    example: 'image: ghcr.io/acme/web:1.2.3 # {"$imagepolicy": "apps:web:tag"}',
    flux: 'nothing: it commits "image: 1.3.0"',
    right: 'image: ghcr.io/acme/web:1.2.3 # {"$imagepolicy": "apps:web"}',
  },
});

export const markedRing = defineDiagnostic({
  code: 'FX740',
  name: 'marked-ring',
  severity: 'warning',
  summary:
    "A marker of an ImagePolicy, or a comment for Renovate, is at the value of a later ring in versions.yaml. Flux's automation or Renovate then updates that ring itself, and it gets a version before the ring that should try it.",
  page: {
    example: 'rings:\n  prod:\n    promoted: ghcr.io/acme/web:1.2.3 # {"$imagepolicy": "apps:web"}',
    right:
      'image: ghcr.io/acme/web:1.2.3 # {"$imagepolicy": "apps:web"}\nrings:\n  prod:\n    promoted: ghcr.io/acme/web:1.2.2',
  },
});

export const badRollout = defineDiagnostic({
  code: 'FX741',
  name: 'bad-rollout',
  severity: 'error',
  summary:
    "The app's `rollout` doesn't fit its clusters: a ring names a cluster that the app doesn't have, or a cluster is in two rings or in none. Then it isn't known which versions the cluster gets.",
  page: {
    example: "new FluxApp({ rollout: { dev: ['dev'], prod: ['prod-eu', 'prod-su'] } })",
    right: "new FluxApp({ rollout: { dev: ['dev'], prod: ['prod-eu', 'prod-us'] } })",
  },
});

export const unknownRing = defineDiagnostic({
  code: 'FX742',
  name: 'unknown-ring',
  severity: 'error',
  summary:
    "`rings` in versions.yaml names a ring that the app's `rollout` doesn't have, or the first one, whose value is that of the entry itself. Nothing would read the value.",
  page: {
    example: 'rings:\n  production:   # rollout calls it prod\n    promoted: 6.5.0',
    right: 'rings:\n  prod:\n    promoted: 6.5.0',
  },
});

export const noRingValue = defineDiagnostic({
  code: 'FX743',
  name: 'no-ring-value',
  severity: 'error',
  summary:
    'The code reads a value that differs by ring without saying for which ring, or for a ring that has no value in versions.yaml. The ring would get what the first one is still trying.',
  page: {
    example: "version('podinfo')   // versions.yaml has rings for podinfo",
    right: "version: (ring) => version('podinfo', ring)",
  },
});

export const sameInAllRings = defineDiagnostic({
  code: 'FX744',
  name: 'same-in-all-rings',
  severity: 'notice',
  summary:
    'The app has a `rollout`, and an entry of versions.yaml has no `rings`: an update of it reaches all clusters at once.',
});

export const holdEnded = defineDiagnostic({
  code: 'FX745',
  name: 'hold-ended',
  severity: 'warning',
  summary: 'A ring is held back in versions.yaml, and the date of the hold is over. It no longer holds anything back.',
});

export const notPromoted = defineDiagnostic({
  code: 'FX746',
  name: 'not-promoted',
  severity: 'error',
  summary:
    "`fluxspan promote` can't do what it was asked to: the app has no `rollout`, versions.yaml has no such name or no rings for it, the rollout has no such ring, or several rings could be the next one. It writes nothing then.",
  page: {
    example: 'npx fluxspan promote podinfo --to dev   # dev is the first ring, which bots and people update',
    right: 'npx fluxspan promote podinfo --to staging',
  },
});

export const heldBack = defineDiagnostic({
  code: 'FX747',
  name: 'held-back',
  severity: 'error',
  summary:
    'A ring is held back in versions.yaml, by somebody and for a reason, until a date. `fluxspan promote` refuses the name if it was given, and otherwise leaves it out with a notice.',
});

export const ringAhead = defineDiagnostic({
  code: 'FX748',
  name: 'ring-ahead',
  severity: 'notice',
  summary:
    'A ring has a newer version than the ring before it, such as a hotfix. `fluxspan promote` leaves it as it is, unless its name is given: then it takes the older version.',
});

export const notOnBase = defineDiagnostic({
  code: 'FX749',
  name: 'not-on-base',
  severity: 'warning',
  summary:
    '`fluxspan promote` gives a ring a value that the ring before it has in the working tree, and not on the branch that Flux follows: no cluster has run it yet.',
});
