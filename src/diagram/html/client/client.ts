// What a page does in the browser. All that it shows is in the page already.

/** What must be seen of the drawing where it begins, in pixels. */
const START_HEIGHT = 100;

const start = (): void => {
  const one = <E extends Element = HTMLElement>(selector: string): E => document.querySelector<E>(selector)!;
  const all = <E extends Element>(selector: string): readonly E[] => [...document.querySelectorAll<E>(selector)];
  const view = one('#graph');
  const svg = one<SVGSVGElement>('#graph svg');
  const search = one<HTMLInputElement>('#search');
  const boxes = all<SVGAElement>('.box');
  const lines = all<SVGPathElement>('.line');
  const rows = all<HTMLElement>('[data-row]');
  const byId = new Map(boxes.map((box) => [box.dataset['id']!, box]));
  const listOf = (box: SVGAElement | undefined, name: 'in' | 'out'): readonly string[] =>
    box?.dataset[name]?.split(' ').filter(Boolean) ?? [];
  const detailsOf = (id: string): HTMLDetailsElement => document.getElementById(`k-${id}`) as HTMLDetailsElement;
  /** What a search looks through, by the element that it shows or hides. */
  const texts = new Map<Element, string>(
    [...rows, ...boxes.map((box) => detailsOf(box.dataset['id']!))].map((element) => {
      const parts = element.matches('details') ? element.querySelectorAll(':scope>:not(.others)') : [element];
      return [element, [...parts].map(({ textContent }) => textContent.toLowerCase()).join(' ')];
    }),
  );
  /** The box that the keys move from. */
  let current = boxes.find((box) => box.classList.contains('critical')) ?? boxes[0];
  /** Where an arrow key came from, so that the opposite one leads back. */
  let cameFrom = '';
  let scale = 1;
  /** How far the mouse has moved the drawing since it was pressed, in pixels. */
  let dragged = 0;

  const reach = (from: string, name: 'in' | 'out'): ReadonlySet<string> => {
    const found = new Set([from]);
    for (const id of found) for (const next of listOf(byId.get(id), name)) found.add(next);
    return found;
  };
  /** Shows what a box waits for, and what waits for it, to any depth. */
  const showNear = (id: string | undefined): void => {
    svg.classList.toggle('near', id !== undefined);
    if (id === undefined) return;
    const [before, after] = [reach(id, 'in'), reach(id, 'out')];
    const blocks = [before, after].map((ids) => new Set([...ids].map((each) => byId.get(each)?.dataset['block'])));
    for (const [each, box] of byId) box.classList.toggle('on', before.has(each) || after.has(each));
    for (const line of lines) {
      const { from, to } = line.dataset;
      line.classList.toggle(
        'on',
        blocks.some((ids) => ids.has(from) && ids.has(to)),
      );
    }
  };
  const focus = (id: string | undefined): void => {
    const box = id === undefined ? undefined : byId.get(id);
    if (box === undefined) return;
    current?.setAttribute('tabindex', '-1');
    current = box;
    box.setAttribute('tabindex', '0');
    box.focus({ preventScroll: true });
    box.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const close = (): boolean => {
    const open = one<HTMLDetailsElement>('.panel');
    if (open === null) return false;
    open.classList.remove('panel');
    open.open = false;
    one('.box.chosen')?.classList.remove('chosen');
    history.replaceState(null, '', location.pathname);
    return true;
  };
  const openDetails = (id: string): void => {
    close();
    const details = detailsOf(id);
    details.hidden = false;
    details.open = true;
    details.classList.add('panel');
    byId.get(id)?.classList.add('chosen');
    details.querySelector('summary')?.focus({ preventScroll: true });
    // It took a part of the width.
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    history.replaceState(null, '', `#k-${id}`);
  };
  const back = (): void => {
    if (close()) focus(current?.dataset['id']);
    else if (search.value !== '') find('');
    else {
      (document.activeElement as HTMLElement | null)?.blur();
      showNear(undefined);
    }
  };

  /** Leaves what has all words of a search. */
  const find = (text: string): void => {
    search.value = text;
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const has = (element: Element): boolean => words.every((word) => texts.get(element)!.includes(word));
    for (const row of rows) row.hidden = !has(row);
    let found = 0;
    for (const box of boxes) {
      const details = detailsOf(box.dataset['id']!);
      const isFound = has(details);
      if (isFound) found += 1;
      box.classList.toggle('miss', !isFound);
      details.hidden = !isFound && !details.classList.contains('panel');
    }
    for (const line of lines) line.classList.toggle('miss', words.length > 0);
    one('output').textContent = words.length === 0 ? '' : `${found} of ${boxes.length}`;
  };

  /** What has the words in its name comes before what has them inside. */
  const firstFound = (): string | undefined => {
    const found = boxes.flatMap((box) => (box.classList.contains('miss') ? [] : box.dataset['id']!));
    const text = search.value.trim().toLowerCase();
    return found.find((id) => id === text) ?? found.find((id) => id.includes(text)) ?? found[0];
  };

  /** What is in the middle of the view stays there. */
  const zoom = (to: number): void => {
    const middle = [view.scrollLeft + view.clientWidth / 2, view.scrollTop + view.clientHeight / 2] as const;
    const before = scale;
    scale = Math.min(3, Math.max(0.1, to));
    // Attributes, over which the style of a printed page has its way.
    svg.setAttribute('width', String(svg.viewBox.baseVal.width * scale));
    svg.setAttribute('height', String(svg.viewBox.baseVal.height * scale));
    const [left, top] = middle.map((at) => (at * scale) / before) as [number, number];
    view.scrollTo(left - view.clientWidth / 2, top - view.clientHeight / 2);
  };
  const wholeScale = (): number =>
    Math.min(view.clientWidth / svg.viewBox.baseVal.width, view.clientHeight / svg.viewBox.baseVal.height, 1);
  const zoomBy: Readonly<Record<string, () => void>> = {
    '+': () => zoom(scale * 1.25),
    '-': () => zoom(scale / 1.25),
    '0': () => zoom(wholeScale()),
  };

  const move = (key: string): void => {
    const from = current!;
    const id = from.dataset['id']!;
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      const column = boxes.filter((box) => box.dataset['column'] === from.dataset['column']);
      focus(column[column.indexOf(from) + (key === 'ArrowUp' ? -1 : 1)]?.dataset['id']);
      return;
    }
    const next = listOf(from, key === 'ArrowLeft' ? 'in' : 'out');
    const to = next.includes(cameFrom) ? cameFrom : next[0];
    if (to === undefined) return;
    cameFrom = id;
    focus(to);
  };

  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const isTyping = target === search;
    const isAtBox = byId.get((target as SVGAElement).dataset['id'] ?? '') === target;
    const act = (): (() => void) | undefined => {
      if (key === 'Escape') return back;
      if (isTyping && (key === 'Enter' || key === 'ArrowDown')) {
        return () => focus(firstFound());
      }
      if (isTyping) return undefined;
      if (key === '/') return () => search.select();
      if (Object.hasOwn(zoomBy, key)) return zoomBy[key];
      if (!key.startsWith('Arrow')) return undefined;
      if (isAtBox) return () => move(key);
      // Elsewhere arrows scroll, but to the sides there is nothing to scroll in the page itself.
      return target === document.body && /Left|Right/.test(key) ? () => focus(current?.dataset['id']) : undefined;
    };
    const action = act();
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const id = target.closest('a[href^="#k-"]')?.getAttribute('href')?.slice(3);
    if (target.closest('.close') !== null) {
      event.preventDefault();
      back();
    } else if (id !== undefined && byId.has(id)) {
      event.preventDefault();
      if (dragged > 4 && view.contains(target)) return;
      focus(id);
      openDetails(id);
    }
    const by = target.closest<HTMLElement>('[data-zoom]')?.dataset['zoom'];
    if (by !== undefined) zoomBy[by]?.();
  });
  for (const box of boxes) {
    box.addEventListener('focus', () => showNear(box.dataset['id']));
    box.addEventListener('blur', () => {
      if (document.querySelector('.panel') === null) showNear(undefined);
    });
  }
  search.addEventListener('input', () => find(search.value));
  // Dragging with a mouse moves the drawing, and opens nothing where it ends; fingers scroll it anyway.
  view.addEventListener('pointerdown', () => {
    dragged = 0;
  });
  view.addEventListener('pointermove', ({ buttons, pointerType, movementX, movementY }) => {
    if (buttons !== 1 || pointerType !== 'mouse') return;
    dragged += Math.abs(movementX) + Math.abs(movementY);
    view.scrollBy(-movementX, -movementY);
  });

  document.documentElement.classList.add('js');
  for (const box of boxes) box.setAttribute('tabindex', box === current ? '0' : '-1');
  // Small graphs are seen whole, as long as their text can be read.
  zoom(wholeScale() > 0.8 ? wholeScale() : 1);
  // A large one begins where its critical path does.
  const top = current?.getBoundingClientRect().top ?? 0;
  const below = top - view.getBoundingClientRect().top - view.clientHeight;
  view.scrollTo(0, below > -START_HEIGHT ? below + view.clientHeight / 2 : 0);
  const openLinked = (): void => {
    const linked = decodeURIComponent(location.hash.slice(3));
    if (!location.hash.startsWith('#k-') || !byId.has(linked)) return;
    focus(linked);
    openDetails(linked);
  };
  addEventListener('hashchange', openLinked);
  // The browser goes to the linked details itself, some time around `load`: by then they must lie beside the drawing, and
  // no longer in the list far below. It takes the focus away there.
  openLinked();
  addEventListener('load', openLinked);
};

start();
