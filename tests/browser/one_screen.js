// Runs in the page: what a decision needs and does not lie inside the window, uncovered, large enough.
(touch) => {
  const wrong = [];
  const named = (node) => `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''}` +
    `[${node.dataset.choice ?? node.dataset.tool ?? ''}] "${(node.textContent ?? '').trim().slice(0, 30)}"`;
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth + 1 || root.scrollHeight > innerHeight + 1)
    wrong.push(`the page is ${root.scrollWidth}x${root.scrollHeight}`);
  const prompt = document.querySelector('[data-prompt]');
  if (prompt?.classList.contains('two')) wrong.push(`the prompt takes two lines: "${prompt.textContent.trim()}"`);
  const needed = [...document.querySelectorAll(
    '[data-prompt], [data-slot], [data-choice], [data-confirm], [data-back], [data-tool]')]
    .filter((node) => node.getClientRects().length > 0);
  for (const node of needed) {
    const box = node.getBoundingClientRect();
    const swiped = node.closest('[data-swipe]');
    if (!swiped && (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1))
      wrong.push(`outside the window: ${named(node)} ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (swiped && (x < 0 || x > innerWidth)) continue;
    if (node.matches('[data-choice], [data-tool]')) {
      const found = document.elementFromPoint(x, y);
      // A fan of cards or arrows may hide a piece's middle behind its neighbour, which is a choice too.
      if (!found || !(node.contains(found) || found.closest('[data-choice]')))
        wrong.push(`covered: ${named(node)} by ${found && named(found)}`);
      const target = Math.max(box.width, Number(node.dataset.reach ?? 0));
      const high = Math.max(box.height, Number(node.dataset.reach ?? 0));
      if (touch && (target < 39 || high < 39))
        wrong.push(`too small for a finger: ${named(node)} ${Math.round(box.width)}x${Math.round(box.height)}`);
    }
  }
  for (const node of document.querySelectorAll('.board *')) {
    const style = getComputedStyle(node);
    const scrolls = ['auto', 'scroll'].includes(style.overflowY) && node.scrollHeight > node.clientHeight + 1;
    if (scrolls && !node.closest('[data-swipe]')) wrong.push(`scrolls: ${named(node)}`);
  }
  const slot = document.querySelector('[data-slot]');
  for (const node of slot?.querySelectorAll('button, h2, li') ?? []) {
    const [inner, outer] = [node.getBoundingClientRect(), slot.getBoundingClientRect()];
    if (inner.height && inner.bottom > outer.bottom + 1) wrong.push(`cut off in the slot: ${named(node)}`);
  }
  // A line of the slot that its own box cuts off is not said.
  for (const words of slot?.querySelectorAll('.words') ?? []) {
    const outer = words.getBoundingClientRect();
    if (outer.height === 0) continue;
    for (const node of words.querySelectorAll('h2, li, p'))
      if (node.getBoundingClientRect().bottom > outer.bottom + 2) wrong.push(`clipped in the slot: ${named(node)}`);
  }
  return wrong;
}
