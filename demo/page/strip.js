/**
 * A strip of blocks that can be walked with the arrow keys and chosen with a click, Enter or space.
 */

/**
 * Makes a strip in `container`. `onChoose(key)` is called for a chosen block. Blocks are given as
 * `{ key, className, label, text?, width }`, width in CSS pixels.
 */
export function createStrip(container, onChoose) {
  const elements = new Map();
  let chosen;
  /** What the pointer went down on: blocks move while a session plays, so it may come up elsewhere. */
  let pressed;

  function keyOf(element) {
    return element.dataset.key;
  }

  function choose(element) {
    if (!element) return;
    for (const other of container.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    container.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
    element.tabIndex = 0;
    element.setAttribute('aria-selected', 'true');
    chosen = keyOf(element);
    onChoose(chosen);
  }

  function neighbour(element, key) {
    switch (key) {
      case 'ArrowRight':
      case 'ArrowDown':
        return element.nextElementSibling;
      case 'ArrowLeft':
      case 'ArrowUp':
        return element.previousElementSibling;
      case 'Home':
        return container.firstElementChild;
      case 'End':
        return container.lastElementChild;
      default:
        return undefined;
    }
  }

  const blockAt = (target) => target.closest('[data-key]') ?? undefined;

  container.addEventListener('pointerdown', ({ target }) => {
    pressed = blockAt(target);
  });
  document.addEventListener('pointerup', ({ target }) => {
    if (!container.contains(target)) pressed = undefined;
  });
  container.addEventListener('click', ({ target }) => {
    const element = pressed?.isConnected ? pressed : blockAt(target);
    pressed = undefined;
    element?.focus();
    choose(element);
  });
  container.addEventListener('keydown', (event) => {
    const element = blockAt(event.target);
    if (!element || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = neighbour(element, event.key);
    if (next) next.focus();
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    choose(next ?? element);
    event.preventDefault();
    event.stopPropagation();
  });

  function make(key) {
    const element = document.createElement('div');
    element.dataset.key = key;
    element.setAttribute('role', 'option');
    element.setAttribute('aria-selected', 'false');
    element.tabIndex = -1;
    elements.set(key, element);
    return element;
  }

  function dress(element, { className, label, text, width }) {
    const wanted = `block ${className}`;
    if (element.className !== wanted) element.className = wanted;
    if (element.title !== label) {
      element.title = label;
      element.setAttribute('aria-label', label);
    }
    if (element.textContent !== (text ?? '')) element.textContent = text ?? '';
    const size = `${width}px`;
    if (element.style.width !== size) element.style.width = size;
  }

  return {
    /** Shows these blocks, keeping the elements of those that stay. */
    show(blocks) {
      const wanted = new Set(blocks.map((block) => block.key));
      for (const [key, element] of elements) {
        if (wanted.has(key)) continue;
        element.remove();
        elements.delete(key);
      }
      let previous = null;
      for (const block of blocks) {
        const element = elements.get(block.key) ?? make(block.key);
        dress(element, block);
        const place = previous ? previous.nextSibling : container.firstChild;
        if (element !== place) container.insertBefore(element, place);
        previous = element;
      }
      if (!container.querySelector('[tabindex="0"]') && container.firstElementChild) {
        container.firstElementChild.tabIndex = 0;
      }
    },
    /** Takes the choice away, so that another strip can have it. */
    release() {
      container.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
      chosen = undefined;
    },
    chosen: () => chosen,
  };
}
