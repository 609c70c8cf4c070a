// Steps through the stories of the page. Heaps come as differences; every so often the whole is remembered, so that a
// jump applies few of them. Only the rows of the step list that can be seen are there.
'use strict';
(function () {
  const root = document.documentElement;
  root.classList.add('js');
  const { stories, fragments } = JSON.parse(document.getElementById('data').textContent);
  const announce = document.getElementById('announce');
  const ROW = 24, KEEP = 64;
  let story = null, step = 0, parts = null, kept = [], shown = new Map(), nodes = new Map();

  document.getElementById('theme').addEventListener('click', () => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    root.dataset.theme = (root.dataset.theme || system) === 'dark' ? 'light' : 'dark';
  });

  function element(tag, attributes, children) {
    const made = document.createElement(tag);
    for (const name in attributes || {}) made.setAttribute(name, attributes[name]);
    for (const child of children || []) made.append(child);
    return made;
  }

  function button(text, key, label, act) {
    const made = element('button', { type: 'button', title: label + ' (' + key + ')' }, [text]);
    made.addEventListener('click', act);
    return made;
  }

  // The stage: buttons, source, steps, memory. There is one, and it moves to the story that is shown.
  function build() {
    const bar = element('div', { class: 'bar', role: 'toolbar', 'aria-label': 'Steps' });
    const p = { bar };
    p.first = button('|◀ First', 'Home', 'First step', () => go(0));
    p.previous = button('◀ Back', 'Left, k', 'Previous step', () => go(step - 1));
    p.next = button('Next ▶', 'Right, j', 'Next step', () => go(step + 1));
    p.last = button('Error ▶|', 'End, e', 'Last step', () => go(story.steps.length - 1));
    p.allocation = button('Allocation', 'a', 'Jump to the allocation', () => go(story.allocation));
    p.free = button('Free', 'f', 'Jump to the free', () => go(story.free));
    p.count = element('span', { class: 'count dim' });
    bar.append(p.first, p.previous, p.next, p.last, p.allocation, p.free, p.count);
    p.source = element('div', { class: 'pane' });
    p.steps = element('div', { class: 'steps', role: 'listbox', tabindex: '0', 'aria-label': 'Steps of the path' });
    p.spacer = element('div', { class: 'spacer', role: 'presentation' });
    p.steps.append(p.spacer);
    p.steps.addEventListener('scroll', rows);
    p.told = element('p', { class: 'told', tabindex: '0', role: 'group', 'aria-label': 'What happens' });
    p.svg = document.createElementNS('http' + '://www.w3.org/2000/svg', 'svg');
    p.svg.setAttribute('class', 'heap');
    p.svg.setAttribute('role', 'img');
    p.boxes = p.svg.appendChild(document.createElementNS(p.svg.namespaceURI, 'g'));
    p.arrows = p.svg.appendChild(document.createElementNS(p.svg.namespaceURI, 'g'));
    p.remarks = element('p', { class: 'remarks dim' });
    p.shown = element('h3', {});
    p.scroll = element('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Picture of memory' }, [p.svg]);
    p.memory = element('div', { class: 'pane memory' }, [p.shown, p.told, p.scroll, p.remarks]);
    p.list = element('div', { class: 'pane list' }, [element('h3', {}, ['Steps']), p.steps]);
    p.panes = element('div', { class: 'panes' }, [p.source, p.list, p.memory]);
    p.stage = element('div', {}, [bar, p.panes]);
    return p;
  }

  function open(id, focus) {
    const found = stories.find((one) => one.id === id);
    if (!found) return;
    story = found;
    parts = parts || build();
    for (const section of document.querySelectorAll('.story')) section.classList.toggle('current', section.id === id);
    for (const link of document.querySelectorAll('nav a')) {
      if (link.dataset.story === id) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current');
    }
    const section = document.getElementById(id);
    section.querySelector('.stage').append(parts.stage);
    kept = []; shown = new Map(); nodes = new Map();
    parts.boxes.replaceChildren(); parts.arrows.replaceChildren();
    parts.panes.classList.toggle('drawn', story.film !== null);
    parts.scroll.scrollTo(0, 0);
    const holds = section.classList.contains('holds');
    parts.last.textContent = holds ? 'Last ▶|' : 'Error ▶|';
    parts.shown.textContent = story.memory;
    parts.allocation.hidden = story.allocation === null;
    parts.free.hidden = story.free === null;
    parts.spacer.style.height = story.steps.length * ROW + 'px';
    step = -1;
    go(holds ? 0 : story.steps.length - 1);
    if (focus) { section.focus({ preventScroll: true }); section.scrollIntoView(); }
  }

  // Memory at a step, as a map from boxes to places and texts.
  function state(at) {
    let from = Math.floor(at / KEEP);
    while (from > 0 && !kept[from]) from--;
    let map = from > 0 ? new Map(kept[from].map) : new Map();
    let size = from > 0 ? kept[from].size : [0, 0], remarks = [];
    for (let i = from * KEEP; i <= at; i++) {
      if (i % KEEP === 0 && !kept[i / KEEP]) kept[i / KEEP] = { map: new Map(map), size };
      const frame = story.film[i];
      for (const [key, x, y, body, arrows] of frame.s || []) map.set(key, [x, y, body, arrows]);
      for (const key of frame.d || []) map.delete(key);
      if (frame.z) size = frame.z;
      remarks = frame.r || [];
    }
    return { map, size, remarks };
  }

  function draw() {
    if (!story.film) return;
    const { map, size, remarks } = state(step);
    for (const key of [...nodes.keys()]) {
      if (!map.has(key)) { for (const node of nodes.get(key)) node.remove(); nodes.delete(key); shown.delete(key); }
    }
    for (const [key, [x, y, body, arrows]] of map) {
      let pair = nodes.get(key);
      if (!pair) {
        pair = [parts.boxes, parts.arrows].map((layer) => layer.appendChild(document.createElementNS(layer.namespaceURI, 'g')));
        nodes.set(key, pair);
      }
      const old = shown.get(key) || [];
      if (old[2] !== body) pair[0].innerHTML = fragments[body];
      if (old[3] !== arrows) pair[1].innerHTML = fragments[arrows];
      if (old[0] !== x || old[1] !== y) for (const node of pair) node.setAttribute('transform', 'translate(' + x + ',' + y + ')');
      shown.set(key, [x, y, body, arrows]);
    }
    const [width, height] = size;
    parts.svg.setAttribute('width', width);
    parts.svg.setAttribute('height', height);
    parts.svg.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
    const words = [...parts.boxes.querySelectorAll('g > g')].map((box) => [...box.querySelectorAll('text')].map((text) => text.textContent).join(' '));
    parts.svg.setAttribute('aria-label', 'Memory: ' + (words.join('; ') || 'nothing'));
    parts.remarks.textContent = remarks.join('; ');
    reveal();
  }

  // Scrolls the picture to what changed, or else to the innermost call, where that is not to be seen.
  function reveal() {
    const changed = parts.boxes.querySelector('rect.c, .new, .ended') || [...parts.boxes.querySelectorAll('.frame')].pop();
    if (!changed) return;
    const box = changed.getBoundingClientRect(), view = parts.scroll.getBoundingClientRect();
    if (box.bottom > view.bottom || box.top < view.top) parts.scroll.scrollTop += box.top - view.top - view.height / 3;
    if (box.right > view.right || box.left < view.left) parts.scroll.scrollLeft += box.left - view.left - 40;
  }

  function rows() {
    const { steps } = story;
    const top = Math.max(0, Math.floor(parts.steps.scrollTop / ROW) - 4);
    const end = Math.min(steps.length, top + Math.ceil(parts.steps.clientHeight / ROW) + 8);
    for (const row of parts.steps.querySelectorAll('[role=option]')) row.remove();
    for (let i = top; i < end; i++) {
      const [file, line, , fn, sort, text] = steps[i];
      const name = story.functions[fn];
      const where = name ? name + (line ? ':' + line : '') : line ? 'line ' + line : '';
      const row = element('div', {
        role: 'option', id: 'step-' + i, class: sort, 'aria-selected': String(i === step),
        'aria-setsize': steps.length, 'aria-posinset': i + 1, style: 'top:' + i * ROW + 'px', title: text,
      }, [element('span', { class: 'dim' }, [(i + 1) + '. ' + where + ' ']), text.split('\n')[0]]);
      row.addEventListener('click', () => go(i));
      parts.steps.append(row);
    }
    const there = step >= top && step < end;
    if (there) parts.steps.setAttribute('aria-activedescendant', 'step-' + step); else parts.steps.removeAttribute('aria-activedescendant');
  }

  let file = -1, path = null;
  function source() {
    const [number, line] = story.steps[step];
    if (file !== number || path !== story || !parts.source.firstChild) {
      const from = document.getElementById('file-' + number);
      parts.source.replaceChildren();
      if (!from) return;
      const copy = from.cloneNode(true);
      copy.removeAttribute('id');
      parts.source.append(...copy.childNodes);
      const lines = new Set(story.steps.filter((one) => one[0] === number).map((one) => one[1]));
      for (const row of parts.source.querySelectorAll('[data-n]')) row.classList.toggle('path', lines.has(+row.dataset.n));
      file = number; path = story;
    }
    for (const row of parts.source.querySelectorAll('.now')) { row.classList.remove('now'); row.removeAttribute('aria-current'); }
    const row = parts.source.querySelector('[data-n="' + line + '"]');
    if (row) {
      row.classList.add('now');
      row.setAttribute('aria-current', 'step');
      const code = row.parentNode;
      code.scrollTop = row.offsetTop - code.clientHeight / 2;
    }
  }

  function go(to) {
    if (to === null || !story) return;
    const last = story.steps.length - 1;
    to = Math.min(Math.max(to, 0), last);
    if (to === step) return;
    step = to;
    const text = story.steps[step][5];
    parts.count.textContent = 'step ' + (step + 1) + ' of ' + (last + 1);
    parts.first.disabled = parts.previous.disabled = step === 0;
    parts.last.disabled = parts.next.disabled = step === last;
    const [said, ...formulas] = text.split('\n');
    parts.told.replaceChildren(said, ...formulas.map((formula) => element('code', {}, ['\n' + formula])));
    announce.textContent = 'Step ' + (step + 1) + ' of ' + (last + 1) + ': ' + text;
    const top = step * ROW, view = parts.steps;
    if (top < view.scrollTop) view.scrollTop = top;
    else if (top + ROW > view.scrollTop + view.clientHeight) view.scrollTop = top + ROW - view.clientHeight;
    rows(); source(); draw();
  }

  const KEYS = {
    ArrowRight: () => go(step + 1), ArrowDown: () => go(step + 1), j: () => go(step + 1),
    ArrowLeft: () => go(step - 1), ArrowUp: () => go(step - 1), k: () => go(step - 1),
    PageDown: () => go(step + 10), PageUp: () => go(step - 10),
    Home: () => go(0), End: () => go(story.steps.length - 1), e: () => go(story.steps.length - 1),
    a: () => go(story.allocation), f: () => go(story.free),
    n: () => neighbour(1), p: () => neighbour(-1),
  };
  function neighbour(by) {
    const next = stories[stories.indexOf(story) + by];
    if (next) open(next.id, true);
  }
  document.addEventListener('keydown', (event) => {
    const at = event.target;
    if (!story || event.ctrlKey || event.metaKey || event.altKey || at.closest('input, nav')) return;
    if (at.closest('.code, .scroll, .told') && /^(Arrow|Page)/.test(event.key)) return;
    const act = KEYS[event.key];
    if (act) { event.preventDefault(); act(); }
  });

  document.addEventListener('click', (event) => {
    const link = event.target.closest('[data-story]');
    if (link) { event.preventDefault(); history.replaceState(null, '', '#' + link.dataset.story); open(link.dataset.story, true); }
    const copy = event.target.closest('.copy');
    if (copy) {
      const text = copy.parentNode.querySelector('code').textContent;
      const done = () => { copy.textContent = 'Copied'; };
      if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => select(copy)); else select(copy);
    }
  });
  function select(copy) {
    getSelection().selectAllChildren(copy.parentNode.querySelector('code'));
  }

  const search = document.getElementById('search');
  function filter() {
    const wanted = search.value.toLowerCase();
    const verdicts = new Set([...document.querySelectorAll('.show:checked')].map((box) => box.value));
    let count = 0;
    for (const row of document.querySelectorAll('#functions tbody tr')) {
      const is = verdicts.has(row.dataset.verdict) && row.textContent.toLowerCase().includes(wanted);
      row.hidden = !is;
      if (is) count++;
    }
    document.getElementById('found').textContent = count + ' functions shown';
  }
  if (search) {
    search.addEventListener('input', filter);
    for (const box of document.querySelectorAll('.show')) box.addEventListener('change', filter);
  }

  const wanted = location.hash.slice(1);
  if (stories.length) open(stories.some((one) => one.id === wanted) ? wanted : stories[0].id, false);
})();
