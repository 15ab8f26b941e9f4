/** Only an error keeps the tree from being written. */
export type Severity = 'error' | 'warning' | 'notice';
