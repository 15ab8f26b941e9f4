import { readField } from '../json/read-field.js';
import { keepsFewerBackups, movesBackups, pausesBackups, resticRuleShrinks } from './form/backups.js';
import type { When } from './form/effect.js';
import { defineProject } from './form/project.js';
import { becomes, both, has, not } from './form/when.js';

const SOURCE = 'volsync.backube/ReplicationSource';

/** Whether a rule by age replaces the rules by number. */
const hasNewAge: When = (_, __, { from, to }) =>
  [from, to]
    .map((json) => readField(json, 'spec.restic.retain.within'))
    .every((one, at) => (one !== undefined) === (at === 1));

/** VolSync. https://volsync.readthedocs.io/en/stable/ */
export const volsync = defineProject({
  name: 'VolSync',
  effects: [
    // https://volsync.readthedocs.io/en/stable/usage/restic/index.html
    pausesBackups({ on: SOURCE, at: 'spec.paused', when: becomes(true) }),
    movesBackups(SOURCE, 'spec.restic.repository'),
    // `generateForgetOptions`: without any rule, it keeps one snapshot.
    // https://github.com/backube/volsync/blob/main/internal/controller/mover/restic/mover.go
    ...['last', 'hourly', 'daily', 'weekly', 'monthly', 'yearly'].map((rule) =>
      keepsFewerBackups(
        SOURCE,
        `spec.restic.retain.${rule}`,
        both(resticRuleShrinks('spec.restic.retain', false), has('spec.restic'), not(hasNewAge)),
      ),
    ),
  ],
});
