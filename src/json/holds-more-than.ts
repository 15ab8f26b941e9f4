/** Whether a value and all within it are more than so many values. Once there are, it looks no further. */
export const holdsMoreThan = (value: unknown, most: number): boolean => {
  let left = most;
  const pending = [value];
  while (pending.length > 0) {
    const one = pending.pop();
    left -= 1;
    if (left < 0) return true;
    if (typeof one !== 'object' || one === null) continue;
    const inner: readonly unknown[] = Object.values(one);
    if (inner.length + pending.length > left) return true;
    for (const each of inner) pending.push(each);
  }
  return false;
};
