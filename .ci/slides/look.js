// Returns what is wrong with the current slide, as a list of sentences.
(() => {
  const card = document.querySelector('article.current');
  const problems = [];
  const frame = card.getBoundingClientRect();
  // Below it stands the number of the page.
  const limit = {left: 40, right: frame.width - 40, bottom: frame.height - 28};
  const worst = {}; // on each side
  const check = (rect, what) => {
    if (rect.width === 0 || rect.height === 0) return;
    const over = {
      left: frame.left + limit.left - rect.left,
      right: rect.right - frame.left - limit.right,
      bottom: rect.bottom - frame.top - limit.bottom,
    };
    for (const side in over) {
      if (over[side] > (worst[side]?.over ?? 0)) worst[side] = {over: over[side], what};
    }
  };
  const short = (text) => JSON.stringify(text.trim().slice(0, 50));

  const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
  for (let node; (node = texts.nextNode()); ) {
    if (!node.data.trim() || node.parentElement.closest('.output, .pagenumber, style')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) check(rect, short(node.data));
  }
  for (const img of card.querySelectorAll('img')) {
    const name = img.getAttribute('src');
    if (!img.complete || img.naturalWidth === 0) problems.push(`the image ${name} is not there`);
    check(img.getBoundingClientRect(), `the image ${name}`);
  }
  for (const side in worst) problems.push(`${worst[side].what} is ${Math.round(worst[side].over)} px over the margin of the card: ${side}`);
  for (const pre of card.querySelectorAll('.code pre')) {
    if (pre.scrollWidth > pre.clientWidth) {
      const longest = pre.innerText.split('\n').reduce((a, b) => (b.length > a.length ? b : a));
      problems.push(`code is ${pre.scrollWidth - pre.clientWidth} px wider than its box: ${short(longest)}`);
    }
    if (pre.scrollHeight > pre.clientHeight) problems.push(`code is ${pre.scrollHeight - pre.clientHeight} px higher than its box`);
  }
  if (card.scrollHeight > card.clientHeight) problems.push(`it is ${card.scrollHeight - card.clientHeight} px higher than the card`);
  if (card.scrollWidth > card.clientWidth) problems.push(`it is ${card.scrollWidth - card.clientWidth} px wider than the card`);
  return problems;
})()
